-- All games, in the order in which they were loaded, with as much as one needs to tell one from another.
SELECT g.game, g.hash, g.board, g.date, g.event, coalesce(s.names, []), g.recorded_turns, g.verdict, g.file
FROM games g LEFT JOIN (SELECT game, list(name ORDER BY seat) AS names FROM seats GROUP BY game) s USING (game)
ORDER BY g.game;
