-- What can be chosen in this database.
SELECT
    (SELECT count(*) FROM games),
    (SELECT list(DISTINCT board ORDER BY board) FROM games),
    (SELECT list(DISTINCT players ORDER BY players) FROM games WHERE players > 0),
    (SELECT list(DISTINCT verdict ORDER BY verdict) FROM games),
    (SELECT list(DISTINCT kind ORDER BY kind) FROM games WHERE kind IS NOT NULL),
    (SELECT list(DISTINCT level ORDER BY level) FROM games WHERE level IS NOT NULL),
    (SELECT list(DISTINCT information ORDER BY information) FROM games WHERE information IS NOT NULL),
    (SELECT list(event ORDER BY event)
     FROM (SELECT event FROM games WHERE event <> '' GROUP BY event ORDER BY count(*) DESC, event LIMIT 1000)),
    (SELECT list(DISTINCT tag ORDER BY tag) FROM (SELECT unnest(map_keys(tags)) AS tag FROM games)),
    (SELECT list(player ORDER BY player)
     FROM (SELECT player FROM participants GROUP BY player ORDER BY count(*) DESC, player LIMIT 1000)),
    (SELECT min(date) FROM games),
    (SELECT max(date) FROM games);
