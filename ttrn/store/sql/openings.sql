-- Statistics about openings: of the players who kept some tickets at the start and claimed some routes first, which the
-- variables name: SET VARIABLE kept = 'LAX-NYC,DEN-ELP'; SET VARIABLE begun = 'POR-SEA'; FROM opening_claims.
-- Only those count of whom that is known: all tickets that they were offered, and the order of their claims.

CREATE OR REPLACE VIEW chosen_openings AS
SELECT *, 0 AS depth
FROM chosen_seats
WHERE nobody_named(getvariable('kept')::VARCHAR) AND nobody_named(getvariable('begun')::VARCHAR)
UNION ALL
SELECT s.*, len(named(getvariable('begun')::VARCHAR)) AS depth
FROM chosen_seats s SEMI JOIN openings_of(getvariable('kept')::VARCHAR, getvariable('begun')::VARCHAR) USING (game, seat)
WHERE NOT (nobody_named(getvariable('kept')::VARCHAR) AND nobody_named(getvariable('begun')::VARCHAR));
COMMENT ON VIEW chosen_openings IS 'The seats of the chosen games that kept the tickets and claimed the routes which the variables name.';

CREATE OR REPLACE VIEW opening_results AS
SELECT board, count(*) AS seats, count(DISTINCT game) AS games, count(*) FILTER (WHERE won) AS wins,
       wins / seats AS win_share, win_low(wins, seats) AS win_low, win_high(wins, seats) AS win_high,
       avg(1 / players) AS even, count(score) AS scored, avg(score) AS average_score, max(score) AS best_score
FROM chosen_openings
GROUP BY board
ORDER BY board;
COMMENT ON VIEW opening_results IS 'How those do who kept the tickets (kept) and claimed the routes first (begun) that the filters name: players and games, wins with the 95 % confidence interval beside an even share, scores.';

CREATE OR REPLACE VIEW opening_tickets AS
WITH dealt AS (
    SELECT board, players, ticket, kept, tickets, known, completed, wins, scored, score
    FROM ticket_sums
    WHERE summed() AND wanted(board, players, level, information, kind) AND chosen(decided, verdict) AND dealt AND offer_known
      AND nobody_named(getvariable('kept')::VARCHAR) AND nobody_named(getvariable('begun')::VARCHAR)
    UNION ALL
    SELECT o.board, o.players, t.ticket, t.kept, 1, (t.completed IS NOT NULL)::INTEGER, t.completed::INTEGER, t.won::INTEGER,
           (o.score IS NOT NULL)::INTEGER, o.score
    FROM tickets t JOIN chosen_openings o USING (game, seat)
    WHERE t.turn = 0 AND t.offer_known
      AND NOT (summed() AND nobody_named(getvariable('kept')::VARCHAR) AND nobody_named(getvariable('begun')::VARCHAR))),
seen AS (
    SELECT board, ticket, sum(tickets)::BIGINT AS dealt, coalesce(sum(tickets) FILTER (WHERE kept), 0)::BIGINT AS times_kept,
           sum(known)::BIGINT AS times_known, coalesce(sum(completed), 0)::BIGINT AS times_completed,
           coalesce(sum(wins) FILTER (WHERE kept), 0) AS wins, sum(tickets / players) FILTER (WHERE kept) / nullif(times_kept, 0) AS even,
           coalesce(sum(scored) FILTER (WHERE kept), 0)::BIGINT AS scored,
           sum(score) FILTER (WHERE kept) / nullif(sum(scored) FILTER (WHERE kept), 0) AS average_score
    FROM dealt
    GROUP BY board, ticket)
SELECT board, ticket, dealt, times_kept, times_kept / dealt AS kept_rate, times_known,
       times_completed, times_completed / nullif(times_known, 0) AS completion_rate,
       wins / nullif(times_kept, 0) AS win_share, win_low(wins, times_kept) AS win_low,
       win_high(wins, times_kept) AS win_high, even, scored, average_score
FROM seen
ORDER BY board, times_kept DESC, ticket;
COMMENT ON VIEW opening_tickets IS 'The tickets dealt at the start, where it is known which were: how often kept, completed when kept (of times_known), and how often who kept them won (with the 95 % confidence interval, beside an even share), with which score; of those who kept and began as the filters say.';

CREATE OR REPLACE VIEW opening_claims AS
WITH made AS (
    SELECT board, players, 1 AS nth, route, claims, timed, turns, wins, scored, score
    FROM opening_sums
    WHERE summed() AND wanted(board, players, level, information, kind) AND chosen(decided, verdict)
      AND nobody_named(getvariable('kept')::VARCHAR) AND nobody_named(getvariable('begun')::VARCHAR)
    UNION ALL
    SELECT c.board, c.players, c.nth, c.route, 1, (c.turn IS NOT NULL)::INTEGER, c.turn, c.won::INTEGER,
           (o.score IS NOT NULL)::INTEGER, o.score
    FROM chosen_claims c JOIN chosen_openings o USING (game, seat)
    WHERE c.nth = len(named(getvariable('begun')::VARCHAR)) + 1  -- one more than the depth, told before any claim is read
      AND NOT (summed() AND nobody_named(getvariable('kept')::VARCHAR) AND nobody_named(getvariable('begun')::VARCHAR))),
seen AS (
    SELECT m.board, m.nth, r.pair AS route, sum(claims)::BIGINT AS times, sum(timed)::BIGINT AS times_timed,
           sum(turns) / nullif(sum(timed), 0) AS average_turn, coalesce(sum(wins), 0) AS wins,
           sum(claims / players) / sum(claims) AS even, sum(scored)::BIGINT AS scored,
           sum(score) / nullif(sum(scored), 0) AS average_score
    FROM made m JOIN routes r USING (board, route)
    GROUP BY m.board, m.nth, r.pair)
SELECT board, nth, route, times, times / sum(times) OVER (PARTITION BY board) AS share, times_timed, average_turn,
       wins / times AS win_share, win_low(wins, times) AS win_low, win_high(wins, times) AS win_high, even, scored, average_score
FROM seen
ORDER BY board, times DESC, route;
COMMENT ON VIEW opening_claims IS 'The first routes that players claim, or the next ones after those that the filter begun names; the tracks of a double route as one: how often, when (of times_timed), and how often they won (with the 95 % confidence interval, beside an even share), with which score.';

CREATE OR REPLACE VIEW opening_games AS
SELECT o.board, o.game, g.hash, g.date, g.event, o.players, o.seat, o.player, c.turn, o.score, o.rank, o.won
FROM chosen_openings o JOIN games g USING (game)
     LEFT JOIN claims c ON c.game = o.game AND c.seat = o.seat AND c.nth = o.depth
ORDER BY o.board, g.date DESC NULLS LAST, o.game DESC, o.seat;
COMMENT ON VIEW opening_games IS 'The games in which somebody kept the tickets and claimed the routes first that the filters name, newest first: who, the turn of the last of these claims, score, place, and whether that player won.';
