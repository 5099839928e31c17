-- How many games pass the filters.
WITH best AS (SELECT game, max(score) AS best FROM seats GROUP BY game)
SELECT count(*) FROM games LEFT JOIN best USING (game) WHERE $where;
