-- Statistics about tickets.

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
