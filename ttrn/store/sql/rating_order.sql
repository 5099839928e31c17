-- Whether a game that is not rated yet comes before one that is.
WITH rated AS (SELECT max((coalesce(g.date, DATE '0001-01-01'), g.game)) AS last FROM games g SEMI JOIN ratings r USING (game))
SELECT coalesce(bool_or((coalesce(date, DATE '0001-01-01'), game) < (SELECT last FROM rated)), false)
FROM games g ANTI JOIN ratings r USING (game)
WHERE counts(decided, verdict) AND players > 1 AND game NOT IN (SELECT game FROM seats WHERE rank IS NULL);
