-- The finished games with their seats, for an export of results: those with scores, or with somebody who has won.
SELECT g.game, g.hash, g.board, g.date, g.event, g.site, g.round, g.tags, g.turns, g.text,
       list({'seat': p.seat, 'id': p.id, 'player': p.player, 'color': p.color, 'score': p.score, 'rank': p.rank,
             'won': p.won} ORDER BY p.seat) AS seats
FROM passing_games g JOIN participants p USING (game)
WHERE CASE WHEN getvariable('verdict') IS NULL
           THEN counts(over, certain OR game IN (SELECT game FROM seats WHERE won), verdict)
           ELSE verdict = getvariable('verdict')::VARCHAR END
GROUP BY ALL
ORDER BY g.game;
