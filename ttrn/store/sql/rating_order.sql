-- Whether a game that is not rated yet comes before one that is.
WITH rated AS (SELECT max((coalesce(g.date, DATE '0001-01-01'), g.game)) AS last FROM games g SEMI JOIN ratings r USING (game))
SELECT coalesce(bool_or((coalesce(date, DATE '0001-01-01'), game) < (SELECT last FROM rated)), false)
FROM games g ANTI JOIN ratings r USING (game)
WHERE over AND certain AND verdict IN ('exact', 'consistent', 'undecided') AND players > 1;
