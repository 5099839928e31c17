-- A page of the list of games: first which games, then who played them.
-- The best score is known if all are, or the winner's.
WITH best AS (SELECT game, if(count(score) = count(*) OR count(score) FILTER (won) > 0, max(score), NULL) AS best FROM seats GROUP BY game),
page AS (
    SELECT game, hash, date, board, best, margin, turns, verdict, level, information, kind, event,
           row_number() OVER (ORDER BY $order) AS place
    FROM games LEFT JOIN best USING (game)
    WHERE $where
    ORDER BY $order
    LIMIT $page_count OFFSET $page_start
),
people AS (
    SELECT game, list(name ORDER BY seat) AS names, list(name ORDER BY seat) FILTER (won) AS winners
    FROM seats WHERE game IN (SELECT game FROM page) GROUP BY game
)
SELECT game, hash, date, board, coalesce(names, []), coalesce(winners, []), best, margin, turns, verdict, level, information,
       kind, event
FROM page LEFT JOIN people USING (game)
ORDER BY place;
