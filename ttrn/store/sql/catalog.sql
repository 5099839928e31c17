-- Tables and views with their columns and what the database says about them; what the system itself has is left out.
WITH relations AS (
    SELECT database_name, schema_name, table_name, 'table' AS kind, comment FROM duckdb_tables() WHERE NOT internal
    UNION ALL
    SELECT database_name, schema_name, view_name, 'view', comment FROM duckdb_views() WHERE NOT internal
)
SELECT r.table_name, any_value(r.kind), any_value(r.comment),
       list({'name': c.column_name, 'type': c.data_type, 'comment': c.comment} ORDER BY c.column_index)
FROM relations r
JOIN duckdb_columns() c USING (database_name, schema_name, table_name)
GROUP BY r.table_name
ORDER BY any_value(r.kind), r.table_name;
