-- Tables and views with their columns and what the database says about them. What the system has is left out, and what
-- only holds the rows of a view in a smaller form. Views of this version go before those of the file, as in a query.
WITH relations AS (
    SELECT database_name, schema_name, table_name, 'table' AS kind, comment
    FROM duckdb_tables() WHERE NOT internal AND schema_name = 'main'
    UNION ALL
    SELECT database_name, schema_name, view_name, 'view', comment
    FROM duckdb_views() WHERE NOT internal AND schema_name = 'main'
),
meant AS (
    SELECT * FROM relations
    QUALIFY row_number() OVER (PARTITION BY table_name ORDER BY database_name IN ('temp', 'memory') DESC) = 1
)
SELECT table_name, any_value(r.kind), any_value(r.comment),
       list({'name': c.column_name, 'type': c.data_type, 'comment': c.comment} ORDER BY c.column_index)
FROM meant r JOIN duckdb_columns() c USING (database_name, schema_name, table_name)
GROUP BY table_name
ORDER BY any_value(r.kind), table_name;
