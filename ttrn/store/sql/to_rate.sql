-- The games that are not rated yet, in the order in which they count.
SELECT p.game, list(p.seat ORDER BY p.seat), list(p.player ORDER BY p.seat), list(p.rank ORDER BY p.seat)
FROM participants p JOIN games g USING (game) ANTI JOIN ratings r ON r.game = g.game
WHERE counts(g.decided, g.verdict) AND g.players > 1
GROUP BY p.game, g.date
HAVING count(p.rank) = count(*)  -- every place is known
ORDER BY coalesce(g.date, DATE '0001-01-01'), p.game;
