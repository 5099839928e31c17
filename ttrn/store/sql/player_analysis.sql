-- Statistics about one player, whom the filter names, in the games that were analysed.

CREATE OR REPLACE VIEW luck_curve AS
WITH numbered AS (
    SELECT date, row_number() OVER mine AS nth, sum(luck) OVER mine AS luck, sum(rest) OVER mine AS rest,
           count(*) OVER () AS games
    FROM chosen_luck
    WHERE player = getvariable('player')::VARCHAR
    WINDOW mine AS (ORDER BY date NULLS FIRST, game ROWS UNBOUNDED PRECEDING))
SELECT max(nth) AS nth, arg_max(date, nth) AS date, arg_max(luck, nth) AS luck, arg_max(rest, nth) AS rest
FROM numbered
GROUP BY (nth * 200) // (games + 1)
ORDER BY nth;
COMMENT ON VIEW luck_curve IS 'Of one player: the luck of all games until then, in wins, and the rest, as the games went by, in 200 steps at most; of the games that were analysed with all cards.';
