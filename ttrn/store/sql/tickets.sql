-- Statistics about tickets and openings.

CREATE OR REPLACE VIEW chosen_tickets AS
SELECT t.*, g.board, g.players
FROM tickets t JOIN chosen_games g USING (game);
COMMENT ON VIEW chosen_tickets IS 'The tickets of the chosen games.';

CREATE OR REPLACE VIEW ticket_results AS
WITH seen AS (
    SELECT board, ticket, count(*) FILTER (WHERE offer_known) AS offered, count(*) FILTER (WHERE kept) AS times_kept,
           count(*) FILTER (WHERE kept AND offer_known) AS kept_of_offered, count(completed) AS times_known,
           count(*) FILTER (WHERE completed) AS times_completed, avg(completed_turn) AS average_turn,
           count(*) FILTER (WHERE kept AND won) AS wins, avg(1 / players) FILTER (WHERE kept) AS even
    FROM chosen_tickets GROUP BY board, ticket)
SELECT board, ticket, c.points, c.cost, c.points / nullif(c.cost, 0) AS points_per_train, offered, times_kept,
       kept_of_offered / nullif(offered, 0) AS kept_rate, times_known, times_completed,
       times_completed / nullif(times_known, 0) AS completion_rate,
       average_turn, wins / nullif(times_kept, 0) AS win_share, win_low(wins, times_kept) AS win_low,
       win_high(wins, times_kept) AS win_high, even
FROM seen JOIN ticket_cards c USING (board, ticket)
ORDER BY board, ticket;
COMMENT ON VIEW ticket_results IS 'Each ticket: its points beside the trains on its shortest way, how often it was kept of the offers that are known, completed when kept (of times_known), in which turn on average, and how often who kept it won (with the 95 % confidence interval, beside an even share).';

CREATE OR REPLACE VIEW opening_tickets AS
SELECT board, ticket, count(*) AS dealt, count(*) FILTER (WHERE kept) AS times_kept, times_kept / dealt AS kept_rate,
       count(*) FILTER (WHERE completed) / nullif(count(completed), 0) AS completion_rate,
       count(*) FILTER (WHERE kept AND won) / nullif(times_kept, 0) AS win_share
FROM chosen_tickets
WHERE turn = 0 AND offer_known
GROUP BY board, ticket
ORDER BY board, times_kept DESC, ticket;
COMMENT ON VIEW opening_tickets IS 'The tickets dealt at the start, where it is known which were: how often kept, completed, and how often who kept them won.';

CREATE OR REPLACE VIEW opening_claims AS
SELECT board, pair AS route, count(*) AS times, times / sum(times) OVER (PARTITION BY board) AS share,
       count(turn) AS times_timed, avg(turn) AS average_turn,
       count(*) FILTER (WHERE won) / times AS win_share, win_low(count(*) FILTER (WHERE won), times) AS win_low,
       win_high(count(*) FILTER (WHERE won), times) AS win_high, avg(1 / players) AS even
FROM chosen_claims JOIN routes USING (board, route)
WHERE nth = 1
GROUP BY board, pair
ORDER BY board, times DESC, pair;
COMMENT ON VIEW opening_claims IS 'The first routes that players claim, the tracks of a double route as one: how often, when (of times_timed), and how often they won (with the 95 % confidence interval, beside an even share).';
