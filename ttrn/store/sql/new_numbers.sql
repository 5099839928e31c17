-- By its old number from 0 on the new number of each game, nothing for those that leave; and the first that changes.
WITH every AS (
    SELECT i.game, r.number
    FROM (SELECT unnest(range($last::INTEGER + 1))::INTEGER AS game) i LEFT JOIN renumbered r USING (game)
)
SELECT number, (SELECT min(game) FROM every WHERE game > 0 AND number IS DISTINCT FROM game) AS first
FROM every ORDER BY game;
