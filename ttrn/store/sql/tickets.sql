-- Statistics about tickets.

CREATE OR REPLACE VIEW chosen_tickets AS
SELECT t.*, g.board, g.players
FROM tickets t JOIN chosen_games g USING (game);
COMMENT ON VIEW chosen_tickets IS 'The tickets of the chosen games.';

CREATE OR REPLACE VIEW chosen_ticket_sums AS
SELECT board, players, ticket, offer_known, kept, tickets, known, completed, timed, turns, wins
FROM ticket_sums
WHERE summed() AND wanted(board, players, level, information, kind) AND chosen(decided, verdict)
UNION ALL
SELECT board, players, ticket, offer_known, kept, 1, (completed IS NOT NULL)::INTEGER, completed::INTEGER,
       (completed_turn IS NOT NULL)::INTEGER, completed_turn, won::INTEGER
FROM chosen_tickets
WHERE NOT summed();
COMMENT ON VIEW chosen_ticket_sums IS 'The tickets of the chosen games, summed up as far as sums are kept.';

CREATE OR REPLACE VIEW ticket_results AS
WITH seen AS (
    SELECT board, ticket, coalesce(sum(tickets) FILTER (WHERE offer_known), 0)::BIGINT AS offered,
           coalesce(sum(tickets) FILTER (WHERE kept), 0)::BIGINT AS times_kept,
           coalesce(sum(tickets) FILTER (WHERE kept AND offer_known), 0) AS kept_of_offered,
           sum(known)::BIGINT AS times_known, coalesce(sum(completed), 0)::BIGINT AS times_completed,
           sum(turns) / nullif(sum(timed), 0) AS average_turn, coalesce(sum(wins) FILTER (WHERE kept), 0) AS wins,
           sum(tickets / players) FILTER (WHERE kept) / nullif(times_kept, 0) AS even
    FROM chosen_ticket_sums GROUP BY board, ticket)
SELECT board, ticket, c.points, c.cost, c.points / nullif(c.cost, 0) AS points_per_train, offered, times_kept,
       kept_of_offered / nullif(offered, 0) AS kept_rate, times_known, times_completed,
       times_completed / nullif(times_known, 0) AS completion_rate,
       average_turn, wins / nullif(times_kept, 0) AS win_share, win_low(wins, times_kept) AS win_low,
       win_high(wins, times_kept) AS win_high, even
FROM seen JOIN ticket_cards c USING (board, ticket)
ORDER BY board, ticket;
COMMENT ON VIEW ticket_results IS 'Each ticket: its points beside the trains on its shortest way, how often it was kept of the offers that are known, completed when kept (of times_known), in which turn on average, and how often who kept it won (with the 95 % confidence interval, beside an even share).';
