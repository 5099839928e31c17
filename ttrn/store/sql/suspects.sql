-- The games that may be versions of a game above $after, and those games: on the same board, by the same players, with
-- the same seed or none. One that cannot be read has only its text: it may be any game of its board.
WITH about AS (
    SELECT g.game, g.board, map_extract_value(g.tags, 'Seed') AS seed, s.people
    FROM games g
    LEFT JOIN (SELECT game, list(lower(player) ORDER BY lower(player)) AS people FROM participants GROUP BY game) s
        USING (game)
),
tables AS (  -- how many games of the same people, and how many of them may be any
    SELECT board, people, count(*) AS games, count(*) FILTER (seed IS NULL) AS unseeded, max(game) AS newest
    FROM about GROUP BY board, people
),
seeds AS (SELECT board, people, seed, count(*) AS games FROM about GROUP BY board, people, seed),
broken AS (SELECT board, count(*) AS games FROM games WHERE verdict = 'unreadable' GROUP BY board),
chosen AS (
    SELECT a.game
    FROM about a
    JOIN tables t ON t.board = a.board AND t.people IS NOT DISTINCT FROM a.people
    JOIN seeds s ON s.board = a.board AND s.people IS NOT DISTINCT FROM a.people AND s.seed IS NOT DISTINCT FROM a.seed
    LEFT JOIN broken b ON b.board = a.board
    WHERE a.people IS NULL
       OR a.game > $after AND b.games > 0
       OR t.newest > $after AND t.games > 1 AND (a.seed IS NULL OR s.games > 1 OR t.unseeded > 0)
)
SELECT g.game, g.hash, g.file, g.number, g.verdict, g.text
FROM games g SEMI JOIN chosen c USING (game)
ORDER BY g.game;
