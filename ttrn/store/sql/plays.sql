-- The finished games with their seats, for an export of results.
SELECT g.game, g.hash, g.board, g.date, g.event, g.site, g.round, g.tags, g.turns, g.text,
       list({'seat': p.seat, 'id': p.id, 'player': p.player, 'color': p.color, 'score': p.score, 'rank': p.rank,
             'won': p.won} ORDER BY p.seat) AS seats
FROM finished_games g JOIN participants p USING (game)
GROUP BY ALL
ORDER BY g.game;
