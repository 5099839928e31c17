-- Numbers that no value has, each with one of the highest that are taken: so few rows change as can be.
CREATE OR REPLACE TEMP TABLE gaps AS
WITH total AS (SELECT count(*) AS n FROM $table),
     free AS (SELECT i AS free, row_number() OVER (ORDER BY i) AS nth
              FROM (SELECT unnest(range((SELECT n FROM total))) AS i) WHERE i NOT IN (SELECT $number FROM $table)),
     high AS (SELECT $number AS taken, row_number() OVER (ORDER BY $number) AS nth
              FROM $table WHERE $number >= (SELECT n FROM total))
SELECT free, taken FROM free JOIN high USING (nth);
