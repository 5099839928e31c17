-- Statistics about one player, whom the filter names: SET VARIABLE player = 'Ann'; FROM player_routes.
-- The others are those at the same tables, so that boards and numbers of players are the same for both.

CREATE OR REPLACE VIEW chosen_own AS
SELECT * FROM chosen_seats WHERE player = getvariable('player')::VARCHAR;
COMMENT ON VIEW chosen_own IS 'The seats of the player that the filter names.';

CREATE OR REPLACE VIEW player_record AS
SELECT board, players, count(DISTINCT game) AS games, count(*) AS seats, count(DISTINCT game) FILTER (WHERE won) AS wins,
       wins / games AS win_rate, win_low(wins, games) AS win_low, win_high(wins, games) AS win_high,
       sum(1 / players_at_table) / games AS even,
       count(score) AS scored, avg(score) AS average_score, max(score) AS best_score, min(date) AS first, max(date) AS last
FROM (SELECT *, players AS players_at_table FROM chosen_own)
GROUP BY GROUPING SETS ((), (board), (board, players))
HAVING count(*) > 0
ORDER BY board NULLS FIRST, players NULLS FIRST;
COMMENT ON VIEW player_record IS 'Of one player: games, wins with the confidence interval beside an even share, average and best score; in all (board and players empty), by board (players empty), and by board and number of players.';

CREATE OR REPLACE VIEW rating_curve AS
WITH numbered AS (
    SELECT r.nth, g.date, r.mu, r.sigma, (r.nth * 200) // (max(r.nth) OVER () + 1) AS step
    FROM ratings r JOIN chosen_games g USING (game)
    WHERE r.player = getvariable('player')::VARCHAR)
SELECT max(nth) AS nth, arg_max(date, nth) AS date, arg_max(mu, nth) AS mu, arg_max(sigma, nth) AS sigma,
       arg_max(mu - 3 * sigma, nth) AS rating
FROM numbered
GROUP BY step
ORDER BY nth;
COMMENT ON VIEW rating_curve IS 'The rating of one player as the games went by, in 200 steps at most: what it was after the last game of each step.';

CREATE OR REPLACE VIEW player_field AS
WITH measured AS (
         SELECT board, player = getvariable('player')::VARCHAR AS own, score, route_points AS routes,
                ticket_points AS tickets, bonus, station_points AS stations, goods, tickets_kept, tickets_completed,
                points_lost, claims AS routes_claimed, longest, blind AS blind_cards, face_up AS face_up_cards,
                locomotives_blind + locomotives_face_up AS locomotives, trains_left, turns
         FROM chosen_seats WHERE getvariable('player') IS NOT NULL),
     long AS (UNPIVOT measured ON COLUMNS(* EXCLUDE (board, own)) INTO NAME measure VALUE value)
SELECT board, measure, count(*) FILTER (WHERE own) AS seats, avg(value) FILTER (WHERE own) AS average,
       count(*) FILTER (WHERE NOT own) AS other_seats, avg(value) FILTER (WHERE NOT own) AS others
FROM long
GROUP BY board, measure
ORDER BY board, measure;
COMMENT ON VIEW player_field IS 'Of one player by board: points by component, tickets, routes, cards and turns on average, beside the others at the same tables; seats and other_seats say of how many it is known.';

CREATE OR REPLACE VIEW player_routes AS
WITH own AS MATERIALIZED (  -- which seats of a game are the player's, a bit for each: all claims of these games are looked at
         SELECT game, bit_or(1::BIGINT << seat) AS seats FROM chosen_own GROUP BY game),
     played AS MATERIALIZED (
         SELECT g.game, g.board, if(g.turns IS NULL, NULL, g.players) AS takers, o.seats, g.players - bit_count(o.seats) AS others
         FROM chosen_games g JOIN own o USING (game) WHERE g.routes_known),
     seated AS (SELECT board, count(*) AS games, sum(others) AS other_seats FROM played GROUP BY board),
     sides AS MATERIALIZED (
         SELECT p.board, c.route, (p.seats >> c.seat) & 1 = 1 AS own, count(*) AS number, count_if(c.won) AS wins,
                avg((c.turn - 1) // p.takers + 1) AS average_round
         FROM claims c JOIN played p USING (game)
         WHERE c.track_known
         GROUP BY ALL),
     made AS (
         SELECT board, route, coalesce(sum(number) FILTER (WHERE own), 0)::BIGINT AS claims,
                coalesce(sum(number) FILTER (WHERE NOT own), 0)::BIGINT AS by_others,
                max(average_round) FILTER (WHERE own) AS average_round, sum(wins) FILTER (WHERE own) / nullif(claims, 0) AS win_share
         FROM sides
         GROUP BY board, route),
     doubtful AS MATERIALIZED (  -- few
         SELECT p.board, c.game, c.route, p.others FROM claims c JOIN played p USING (game) WHERE NOT c.track_known),
     unclear AS (
         SELECT board, pair, count(*) AS games, sum(others) AS other_seats
         FROM (SELECT DISTINCT board, game, pair, others FROM doubtful JOIN routes USING (board, route))
         GROUP BY board, pair)
SELECT board, route, r.length, s.games - coalesce(u.games, 0) AS games, coalesce(claims, 0) AS claims,
       coalesce(claims, 0) / nullif(s.games - coalesce(u.games, 0), 0) AS claim_rate,
       coalesce(by_others, 0) / nullif(s.other_seats - coalesce(u.other_seats, 0), 0) AS others_rate, average_round, win_share
FROM routes r JOIN seated s USING (board) LEFT JOIN unclear u USING (board, pair) LEFT JOIN made USING (board, route)
ORDER BY board, claims DESC, route;
COMMENT ON VIEW player_routes IS 'Of one player: how often each route is claimed, beside how often another player at the same tables claims it, in which round on average, and how often the player won with it.';

CREATE OR REPLACE VIEW player_tickets AS
WITH seen AS MATERIALIZED (
         SELECT s.board, t.ticket, s.own, count(*) FILTER (WHERE t.offer_known) AS offered, count(*) FILTER (WHERE t.kept) AS kept,
                count(*) FILTER (WHERE t.kept AND t.offer_known) AS kept_of_offered, count(t.completed) AS known,
                count(*) FILTER (WHERE t.completed) AS completed
         FROM tickets t JOIN (
                  SELECT game, seat, board, player = getvariable('player')::VARCHAR AS own
                  FROM chosen_seats WHERE getvariable('player') IS NOT NULL) s USING (game, seat)
         GROUP BY s.board, t.ticket, s.own)
SELECT board, ticket, c.points, c.cost, m.offered, m.kept AS times_kept, m.kept_of_offered / nullif(m.offered, 0) AS kept_rate,
       m.known AS times_known, m.completed AS times_completed, m.completed / nullif(m.known, 0) AS completion_rate,
       o.kept_of_offered / nullif(o.offered, 0) AS others_kept_rate,
       o.completed / nullif(o.known, 0) AS others_completion_rate
FROM (FROM seen WHERE own) m JOIN ticket_cards c USING (board, ticket) LEFT JOIN (FROM seen WHERE NOT own) o USING (board, ticket)
ORDER BY board, times_kept DESC, ticket;
COMMENT ON VIEW player_tickets IS 'Of one player: the tickets, how often kept of the known offers, and how often completed, beside how often the others at the same tables do.';

CREATE OR REPLACE VIEW player_opponents AS
WITH seated AS MATERIALIZED (
    SELECT game, player, player = getvariable('player')::VARCHAR AS own, rank, won, score FROM chosen_best)
SELECT b.player AS opponent, count(*) AS games,
       count(*) FILTER (WHERE finish(a.rank, a.won) < finish(b.rank, b.won)) AS ahead,
       count(*) FILTER (WHERE finish(a.rank, a.won) > finish(b.rank, b.won)) AS behind,
       count(*) FILTER (WHERE a.rank = b.rank) AS level,
       count(a.score - b.score) AS scored, avg(a.score - b.score) AS margin
FROM seated a JOIN seated b ON a.game = b.game AND a.own AND NOT b.own
WHERE comparable(a.rank, a.won, b.rank, b.won)
GROUP BY b.player
ORDER BY games DESC, opponent;
COMMENT ON VIEW player_opponents IS 'Of one player: the opponents, most frequent first, how often ahead of them, behind and level, and the average margin.';

CREATE OR REPLACE VIEW player_best_games AS
WITH seated AS MATERIALIZED (
         SELECT game, seat, board, player, player = getvariable('player')::VARCHAR AS own, score, rank, won
         FROM chosen_seats),
     best AS (
         SELECT board, game, seat, score, rank, won, row_number() OVER (PARTITION BY board ORDER BY score DESC, game, seat) AS nth
         FROM seated WHERE own AND score IS NOT NULL
         QUALIFY nth <= 5),
     others AS (
         SELECT game, if(count(score) = count(*), max(score), NULL) AS score, string_agg(player, ', ' ORDER BY seat) AS names
         FROM seated WHERE NOT own AND game IN (SELECT game FROM best) GROUP BY game)
SELECT b.board, b.nth, b.score, b.rank, b.won, b.score - o.score AS margin, o.names AS opponents, g.players, g.date,
       g.event, g.game, g.hash
FROM best b JOIN games g USING (game) LEFT JOIN others o USING (game)
ORDER BY b.board, b.nth;
COMMENT ON VIEW player_best_games IS 'Of one player: the five highest scores on each board, with the margin to the best of the others.';

CREATE OR REPLACE VIEW chosen_pairs AS
WITH seated AS MATERIALIZED (
    SELECT b.*, player = getvariable('player')::VARCHAR AS own, g.board, g.players, g.date
    FROM chosen_best b JOIN chosen_games g USING (game) WHERE getvariable('player') IS NOT NULL)
SELECT b.player AS opponent, a.game, a.board, a.players, a.date, a.score, b.score AS opponent_score, a.rank,
       b.rank AS opponent_rank, a.won, b.won AS opponent_won, finish(a.rank, a.won) < finish(b.rank, b.won) AS ahead,
       finish(a.rank, a.won) > finish(b.rank, b.won) AS behind
FROM seated a JOIN seated b ON a.game = b.game AND a.own AND NOT b.own
WHERE comparable(a.rank, a.won, b.rank, b.won)
  AND (getvariable('against') IS NULL OR b.player = getvariable('against')::VARCHAR);
COMMENT ON VIEW chosen_pairs IS 'The player that the filter names beside each opponent, or the one that the filter against names, in each game of both in which it is known who was ahead.';

CREATE OR REPLACE VIEW opponent_record AS
SELECT opponent, board, players, count(*) AS games, count(*) FILTER (WHERE ahead) AS ahead,
       count(*) FILTER (WHERE behind) AS behind, count(*) FILTER (WHERE NOT ahead AND NOT behind) AS level,
       count(*) FILTER (WHERE ahead) / nullif(count(*) FILTER (WHERE ahead OR behind), 0) AS ahead_share,
       win_low(count(*) FILTER (WHERE ahead), count(*) FILTER (WHERE ahead OR behind)) AS ahead_low,
       win_high(count(*) FILTER (WHERE ahead), count(*) FILTER (WHERE ahead OR behind)) AS ahead_high,
       count(*) FILTER (WHERE won) AS wins, count(*) FILTER (WHERE opponent_won) AS opponent_wins,
       count(score - opponent_score) AS scored, avg(score) FILTER (WHERE opponent_score IS NOT NULL) AS average_score,
       avg(opponent_score) FILTER (WHERE score IS NOT NULL) AS opponent_average, avg(score - opponent_score) AS margin,
       min(date) AS first, max(date) AS last
FROM chosen_pairs
GROUP BY GROUPING SETS ((opponent), (opponent, board), (opponent, board, players))
ORDER BY opponent, board NULLS FIRST, players NULLS FIRST;
COMMENT ON VIEW opponent_record IS 'Of one player beside each opponent, or the one that the filter against names: games together, how often ahead, behind and level (the share ahead with its 95 % confidence interval, of those not level), wins of both, scores and margin on average; in all (board and players empty), by board (players empty), and by board and number of players.';

CREATE OR REPLACE VIEW opponent_curve AS
WITH numbered AS (
    SELECT opponent, date, row_number() OVER mine AS nth, count(*) FILTER (WHERE ahead) OVER mine AS ahead,
           count(*) FILTER (WHERE behind) OVER mine AS behind, count(*) OVER (PARTITION BY opponent) AS games
    FROM chosen_pairs
    WINDOW mine AS (PARTITION BY opponent ORDER BY date NULLS FIRST, game ROWS UNBOUNDED PRECEDING))
SELECT opponent, max(nth) AS nth, arg_max(date, nth) AS date, max(ahead) AS ahead, max(behind) AS behind
FROM numbered
GROUP BY opponent, (nth * 200) // (games + 1)
ORDER BY opponent, nth;
COMMENT ON VIEW opponent_curve IS 'Of one player beside each opponent: how often ahead and behind until then as the games went by, in 200 steps at most.';

CREATE OR REPLACE VIEW opponent_games AS
SELECT p.opponent, p.game, g.hash, p.date, g.event, p.board, p.players, p.score, p.opponent_score,
       p.score - p.opponent_score AS margin, p.rank, p.opponent_rank, p.won, p.opponent_won, p.ahead, p.behind
FROM chosen_pairs p JOIN games g USING (game)
ORDER BY p.opponent, p.date DESC NULLS LAST, p.game DESC;
COMMENT ON VIEW opponent_games IS 'Of one player beside each opponent: the games together, newest first, with both scores and places, the margin, and who was ahead.';
