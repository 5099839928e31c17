-- How many games a search finds.
WITH best AS (SELECT game, max(score) AS best FROM seats GROUP BY game)
SELECT count(*) FROM games LEFT JOIN best USING (game) WHERE $where;
