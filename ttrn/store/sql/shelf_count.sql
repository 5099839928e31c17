-- How many games pass the filters.
WITH best AS (SELECT game, if(count(score) = count(*) OR count(score) FILTER (won) > 0, max(score), NULL) AS best FROM seats GROUP BY game)
SELECT count(*) FROM games LEFT JOIN best USING (game) WHERE $where;
