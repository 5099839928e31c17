-- Queries to begin with; the line above each says what it answers.

-- Who wins most often?
SELECT player, games, wins, round(100 * win_rate) AS percent, round(average_score) AS average
FROM player_results
WHERE games >= 5
ORDER BY win_rate DESC
LIMIT 20;

-- Which routes are claimed most, and do they win?
SELECT board, route, count(*) AS claims, round(100 * avg(won::INTEGER)) AS won_percent
FROM claims JOIN games USING (game)
GROUP BY board, route
ORDER BY claims DESC
LIMIT 25;

-- How do scores rise from turn to turn?
SELECT board, turn, round(avg(score), 1) AS average_score, count(*) AS turns
FROM turns t JOIN games g USING (game)
WHERE turn <= 60 AND g.turns IS NOT NULL
GROUP BY board, turn
ORDER BY board, turn;

-- Which tickets are worth their points?
SELECT board, ticket, count(*) AS kept, round(100 * avg(completed::INTEGER)) AS completed_percent,
       round(avg(points), 1) AS average_points
FROM tickets JOIN games USING (game)
WHERE kept
GROUP BY board, ticket
HAVING count(*) >= 10
ORDER BY average_points DESC
LIMIT 25;

-- How large are the margins?
SELECT 10 * floor(margin / 10) AS margin_from, count(*) AS games
FROM games
WHERE margin IS NOT NULL
GROUP BY ALL
ORDER BY margin_from;

-- Where do the points come from?
SELECT board, component, round(avg(points), 1) AS average_points
FROM final_scores JOIN games USING (game)
GROUP BY board, component
ORDER BY board, average_points DESC;

-- Which games have problems?
SELECT game, rule, message, turn, player, line
FROM problems
ORDER BY game, line
LIMIT 100;

-- What was the closest game of each board?
SELECT board, game, date, margin, turns
FROM games
WHERE margin IS NOT NULL
QUALIFY row_number() OVER (PARTITION BY board ORDER BY margin, game) = 1
ORDER BY board;
