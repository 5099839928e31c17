-- Statistics about games.

CREATE OR REPLACE VIEW game_facts AS
WITH best AS (
    SELECT game, string_agg(player, ', ' ORDER BY seat) FILTER (WHERE won) AS winner, max(score) AS score,
           max(longest) FILTER (WHERE won) AS winner_longest, max(longest) AS longest
    FROM chosen_seats GROUP BY game)
SELECT g.game, g.board, g.date, g.players, g.turns, g.turns / g.players AS turns_per_player, e.player AS ended_by,
       b.winner, b.score, g.margin, g.tie_broken, b.winner_longest, b.longest, g.lead_changes, g.flushes
FROM chosen_games g JOIN best b USING (game) LEFT JOIN participants e ON e.game = g.game AND e.seat = g.ended_by
ORDER BY g.game;
COMMENT ON VIEW game_facts IS 'Each game: its length, who triggered the end, who won with how many points, the longest paths, changes of the lead, markets replaced.';

CREATE OR REPLACE VIEW game_lengths AS
SELECT board, players, count(*) AS games, avg(turns) AS turns, avg(turns / players) AS turns_per_player,
       min(turns) AS shortest, max(turns) AS longest, count(margin) AS scored, avg(margin) AS margin, avg(lead_changes) AS lead_changes,
       avg(flushes) AS flushes
FROM chosen_games
WHERE turns > 0
GROUP BY board, players
ORDER BY board, players;
COMMENT ON VIEW game_lengths IS 'By board and number of players, of the games with all turns: turns, per player too, the margin of the winner, changes of the lead, markets replaced.';

CREATE OR REPLACE VIEW game_luck AS
SELECT s.game, s.seat, s.player, s.blind, s.locomotives_dealt, s.locomotives_blind,
       (b.dealt + s.blind) * b.locomotives / b.cards AS expected,
       s.locomotives_dealt + s.locomotives_blind - expected AS luck, s.locomotives_face_up, s.won
FROM chosen_seats s JOIN boards b USING (board)
WHERE s.locomotives_dealt + s.locomotives_blind IS NOT NULL
ORDER BY s.game, s.seat;
COMMENT ON VIEW game_luck IS 'The luck of the draw in each game: locomotives that a player was dealt and drew blind, beside what so many cards bring on average.';

CREATE OR REPLACE VIEW records AS
WITH found AS (
    SELECT board, 'highest score' AS record, score AS value, player, game, seat FROM chosen_seats
    UNION ALL SELECT board, 'longest path', longest, player, game, seat FROM chosen_seats
    UNION ALL SELECT board, 'most tickets completed', tickets_completed, player, game, seat FROM chosen_seats
    UNION ALL SELECT board, 'closest game', -margin, NULL, game, 0 FROM chosen_games WHERE margin IS NOT NULL
    UNION ALL SELECT board, 'largest margin', margin, NULL, game, 0 FROM chosen_games WHERE margin IS NOT NULL
    UNION ALL SELECT board, 'longest game', turns, NULL, game, 0 FROM chosen_games WHERE turns > 0
    UNION ALL SELECT board, 'shortest game', -turns, NULL, game, 0 FROM chosen_games WHERE turns > 0)
SELECT board, record, abs(max(value)) AS value, arg_max(player, (value, -game, -seat)) AS player,
       arg_max(game, (value, -game, -seat)) AS game
FROM found
WHERE value IS NOT NULL
GROUP BY board, record
ORDER BY board, record;
COMMENT ON VIEW records IS 'The records of each board, with the first game that reached them, and the first seat in it.';

CREATE OR REPLACE MACRO score_by_turn(number) AS TABLE
SELECT turn, seat, player, action, target, points, t.score
FROM turns t JOIN (SELECT game, seat, player FROM participants) p USING (game, seat)
WHERE game = number
ORDER BY turn;
COMMENT ON MACRO TABLE score_by_turn IS 'The turns of one game with the score of the player after each: FROM score_by_turn(12).';
