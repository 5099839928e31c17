-- The finished games with their seats, for an export of results. Who is level at the top without anything that decides
-- has won there: results alone know no more.
WITH told AS (
    SELECT *
    FROM passing_games
    WHERE CASE WHEN getvariable('verdict') IS NULL
               THEN counts(decided OR (over AND certain), verdict)
               ELSE verdict = getvariable('verdict')::VARCHAR END),
best AS (SELECT game, max(score) AS best FROM seats GROUP BY game)
SELECT g.game, g.hash, g.board, g.date, g.event, g.site, g.round, g.tags, g.recorded_turns AS turns, g.text,
       list({'seat': p.seat, 'id': p.id, 'player': p.player, 'color': p.color, 'score': p.score, 'rank': p.rank,
             'won': coalesce(p.won, p.score = b.best)} ORDER BY p.seat) AS seats
FROM told g JOIN participants p USING (game) JOIN best b USING (game)
GROUP BY ALL
ORDER BY g.game;
