-- Statistics about games.

CREATE OR REPLACE VIEW game_facts AS
WITH best AS MATERIALIZED (
         SELECT game, min(player) FILTER (WHERE won) AS winner, count_if(won) AS winners, max(score) AS score,
                max(longest) FILTER (WHERE won) AS winner_longest, max(longest) AS longest
         FROM chosen_seats GROUP BY game),
     shared AS (  -- few: to put names in order takes long
         SELECT game, string_agg(player, ', ' ORDER BY seat) AS winner
         FROM participants WHERE won AND game IN (SELECT game FROM best WHERE winners > 1) GROUP BY game)
SELECT g.game, g.board, g.date, g.players, g.turns, g.turns / g.players AS turns_per_player, e.player AS ended_by,
       coalesce(s.winner, b.winner) AS winner, b.score, g.margin, g.tie_broken, b.winner_longest, b.longest, g.lead_changes, g.flushes
FROM chosen_games g JOIN best b USING (game) LEFT JOIN shared s ON s.game = g.game
     LEFT JOIN participants e ON e.game = g.game AND e.seat = g.ended_by
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
WITH seated AS MATERIALIZED (
         SELECT game, seat, player, board, score, longest, tickets_completed FROM chosen_seats),
     best AS (
         SELECT board, max(score) AS score, max(longest) AS longest, max(tickets_completed) AS tickets
         FROM seated GROUP BY board),
     furthest AS (
         SELECT board, min(margin) AS closest, max(margin) AS margin, max(turns) FILTER (WHERE turns > 0) AS longest,
                min(turns) FILTER (WHERE turns > 0) AS shortest
         FROM chosen_games GROUP BY board),
     found AS (  -- few: of all others nobody has to be the first
         SELECT s.board, 'highest score' AS record, s.score AS value, player, game, seat
         FROM seated s JOIN best b ON s.board = b.board AND s.score = b.score
         UNION ALL SELECT s.board, 'longest path', s.longest, player, game, seat
         FROM seated s JOIN best b ON s.board = b.board AND s.longest = b.longest
         UNION ALL SELECT s.board, 'most tickets completed', s.tickets_completed, player, game, seat
         FROM seated s JOIN best b ON s.board = b.board AND s.tickets_completed = b.tickets
         UNION ALL SELECT g.board, 'closest game', g.margin, NULL, game, 0
         FROM chosen_games g JOIN furthest f ON g.board = f.board AND g.margin = f.closest
         UNION ALL SELECT g.board, 'largest margin', g.margin, NULL, game, 0
         FROM chosen_games g JOIN furthest f ON g.board = f.board AND g.margin = f.margin
         UNION ALL SELECT g.board, 'longest game', g.turns, NULL, game, 0
         FROM chosen_games g JOIN furthest f ON g.board = f.board AND g.turns = f.longest
         UNION ALL SELECT g.board, 'shortest game', g.turns, NULL, game, 0
         FROM chosen_games g JOIN furthest f ON g.board = f.board AND g.turns = f.shortest)
SELECT board, record, abs(max(value)) AS value, arg_min(player, (game, seat)) AS player, min(game) AS game
FROM found
GROUP BY board, record
ORDER BY board, record;
COMMENT ON VIEW records IS 'The records of each board, with the first game that reached them, and the first seat in it.';

CREATE OR REPLACE MACRO score_by_turn(number) AS TABLE
SELECT turn, seat, player, action, target, points, t.score
FROM turns t JOIN (SELECT game, seat, player FROM participants) p USING (game, seat)
WHERE game = number
ORDER BY turn;
COMMENT ON MACRO TABLE score_by_turn IS 'The turns of one game with the score of the player after each: FROM score_by_turn(12).';
