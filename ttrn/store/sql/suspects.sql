-- The games that may be versions of a game above $after, and those games: on the same board, by the same players, with
-- the same seed or none. One that cannot be read has only its text: it may be any game of its board.
-- Hashes stand for names and seeds: whoever is taken for another by them is compared, and found to be none.
WITH about AS (
    SELECT g.game, g.board, map_extract_value(g.tags, 'Seed') AS seed, hash(seed) AS seeded, s.people
    FROM games g
    LEFT JOIN (SELECT game, hash(list(lower(player) ORDER BY lower(player))) AS people FROM participants GROUP BY game) s
        USING (game)
),
counted AS (  -- how many games of the same people, and how many of them may be any
    SELECT game, board, seed, people, count(*) OVER tables AS games, count(*) FILTER (seed IS NULL) OVER tables AS unseeded,
           max(game) OVER tables AS newest, count(*) OVER (PARTITION BY board, people, seeded) AS same_seed
    FROM about
    WINDOW tables AS (PARTITION BY board, people)
),
broken AS (SELECT board, count(*) AS games FROM games WHERE verdict = 'unreadable' GROUP BY board),
chosen AS (
    SELECT c.game
    FROM counted c LEFT JOIN broken b USING (board)
    WHERE c.people IS NULL
       OR c.game > $after AND b.games > 0
       OR c.newest > $after AND c.games > 1 AND (c.seed IS NULL OR c.same_seed > 1 OR c.unseeded > 0)
)
SELECT g.game, g.hash, g.file, g.number, g.verdict, g.text
FROM games g SEMI JOIN chosen c USING (game)
ORDER BY g.game;
