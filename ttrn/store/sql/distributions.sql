-- Statistics that count games and players of a board: distributions, components, cards, habits.

CREATE OR REPLACE VIEW filter_choices AS
WITH found AS (
    SELECT 'board' AS filter, board AS value, count(*) AS games FROM chosen_games GROUP BY board
    UNION ALL SELECT 'player_count', players::VARCHAR, count(*) FROM chosen_games GROUP BY players
    UNION ALL SELECT 'kind', kind, count(*) FROM chosen_games GROUP BY kind
    UNION ALL SELECT 'level', level, count(*) FROM chosen_games GROUP BY level
    UNION ALL SELECT 'information', information, count(*) FROM chosen_games GROUP BY information
    UNION ALL SELECT 'event', event, count(*) FROM chosen_games GROUP BY event
    UNION ALL SELECT 'year', strftime(date, '%Y'), count(*) FROM chosen_games GROUP BY ALL)
SELECT filter, value, games
FROM found
WHERE value IS NOT NULL
QUALIFY row_number() OVER (PARTITION BY filter ORDER BY games DESC, value) <= 200
ORDER BY filter, games DESC, value;
COMMENT ON VIEW filter_choices IS 'What the filters can choose among the games, and how many games each choice has: the 200 most frequent of each.';

CREATE OR REPLACE VIEW known_games AS
WITH tickets AS (SELECT game, count(tickets_kept) = count(*) AS known, count(locomotives_blind) = count(*) AS cards,
                        count(route_points) + count(ticket_points) + count(bonus) = 3 * count(*) AS components,
                        count(*) AS seats, count(score) AS scored, count(route_points + ticket_points + bonus) AS with_components,
                        count(tickets_kept) AS with_tickets, count(locomotives_dealt + locomotives_blind) AS with_cards
                 FROM chosen_seats GROUP BY game),
     dealt AS (SELECT game, bit_count(bit_or(1::HUGEINT << seat)) AS with_deal FROM chosen_tickets WHERE turn = 0 AND offer_known GROUP BY game)
SELECT board, level, count(*) AS games, count(*) FILTER (WHERE certain) AS scores,
       count(*) FILTER (WHERE t.components) AS components, count(*) FILTER (WHERE routes_known) AS routes,
       count(*) FILTER (WHERE t.known) AS tickets, count(turns) AS turns, count(*) FILTER (WHERE t.cards) AS cards,
       count(*) FILTER (WHERE recorded_turns > 0) AS seating, sum(t.seats)::BIGINT AS seats, sum(t.scored)::BIGINT AS scored,
       sum(t.with_components)::BIGINT AS with_components, sum(t.with_tickets)::BIGINT AS with_tickets,
       sum(t.with_cards)::BIGINT AS with_cards, coalesce(sum(d.with_deal), 0)::BIGINT AS with_deal
FROM chosen_games JOIN tickets t USING (game) LEFT JOIN dealt d USING (game)
GROUP BY board, level
ORDER BY board, games DESC, level;
COMMENT ON VIEW known_games IS 'By board and level: how many games have a result, and of how many all scores, their components, the routes, the tickets kept, the turns, the cards drawn and the order of the players (seating) are known; and how many seats there are, scored and with_... those of which these are known (with_deal: all tickets offered at the start). Each statistic counts the games that know what it asks.';

CREATE OR REPLACE VIEW score_distribution AS
SELECT board, floor(score / 10)::INTEGER * 10 AS low, count(*) AS seats, count(*) FILTER (WHERE won) AS winners
FROM chosen_seats
WHERE score IS NOT NULL
GROUP BY board, low
ORDER BY board, low;
COMMENT ON VIEW score_distribution IS 'How many players reached which score, in steps of ten points from low on, and how many of them won.';

CREATE OR REPLACE VIEW score_quartiles AS
SELECT board, won, count(*) AS seats, min(score) AS lowest, quantile_cont(score, 0.25) AS lower, median(score) AS middle,
       quantile_cont(score, 0.75) AS upper, max(score) AS highest, avg(score) AS average
FROM chosen_seats
WHERE score IS NOT NULL
GROUP BY GROUPING SETS ((board), (board, won))
ORDER BY board, won NULLS FIRST;
COMMENT ON VIEW score_quartiles IS 'The scores of each board: the lowest, the quartiles, the highest and the average; of all players (won is empty), of those who won and of the others.';

CREATE OR REPLACE VIEW score_components AS
WITH long AS (
    UNPIVOT (SELECT board, won, route_points AS routes, ticket_points AS tickets, bonus, station_points AS stations, goods, score
             FROM chosen_seats
             WHERE route_points + ticket_points + bonus IS NOT NULL)  -- so that they add up to the score
    ON routes, tickets, bonus, stations, goods, score INTO NAME component VALUE points)
SELECT board, won, count(*) AS seats, component, avg(points) AS points
FROM long
GROUP BY board, won, component
ORDER BY board, won DESC, component;
COMMENT ON VIEW score_components IS 'Where the points come from, on average: by component, for those who won and those who did not; of the seats with all components known.';

CREATE OR REPLACE VIEW length_distribution AS
SELECT board, players, ceil(turns / players)::INTEGER AS rounds, count(*) AS games
FROM chosen_games
WHERE turns > 0 AND players > 0
GROUP BY board, players, rounds
ORDER BY board, players, rounds;
COMMENT ON VIEW length_distribution IS 'How many games took how many rounds: turns of each player.';

CREATE OR REPLACE VIEW card_sources AS
SELECT board, won, count(*) AS seats, avg(blind) AS blind, avg(face_up) AS face_up,
       sum(blind) / nullif(sum(blind + face_up), 0) AS blind_share,
       count(*) FILTER (WHERE seen) AS seats_seen, avg(locomotives_dealt) FILTER (WHERE seen) AS locomotives_dealt,
       avg(locomotives_blind) FILTER (WHERE seen) AS locomotives_blind,
       avg(locomotives_face_up) FILTER (WHERE seen) AS locomotives_face_up
FROM (SELECT *, locomotives_dealt + locomotives_blind IS NOT NULL AS seen FROM chosen_seats)
WHERE blind IS NOT NULL
GROUP BY board, won
ORDER BY board, won DESC;
COMMENT ON VIEW card_sources IS 'Where the train cards come from, on average: blind from the deck, face up from the market, and the locomotives of each, of the players whose cards were all seen; for those who won and those who did not.';

CREATE OR REPLACE VIEW card_payments AS
WITH made AS (
    SELECT board, route, color, sum(claims) AS claims, sum(seen) AS claims_seen, sum(locomotives) AS locomotives
    FROM chosen_claim_sums GROUP BY board, route, color)
SELECT board, m.color, sum(claims)::BIGINT AS claims, sum(claims_seen)::BIGINT AS claims_seen,
       coalesce(sum(claims) FILTER (WHERE r.color = ''), 0)::BIGINT AS on_gray,
       coalesce(sum(m.locomotives), 0)::BIGINT AS locomotives
FROM made m JOIN routes r USING (board, route)
GROUP BY board, m.color
ORDER BY board, claims DESC, m.color;
COMMENT ON VIEW card_payments IS 'With which colours routes are paid (L: locomotives only, empty: not seen): claims, those of gray routes among them, and the locomotives paid (of claims_seen, where every card was seen).';

CREATE OR REPLACE VIEW winning_habits AS
WITH measured AS (
         SELECT board, won, score, 1 / players AS even, tickets_kept, tickets_completed, claims AS routes_claimed,
                locomotives_dealt + locomotives_blind + locomotives_face_up AS locomotives,
                CASE WHEN blind + face_up > 0 THEN round(10 * blind / (blind + face_up))::INTEGER * 10 END AS blind_percent
         FROM chosen_seats),
     long AS (
         UNPIVOT measured ON tickets_kept, tickets_completed, routes_claimed, locomotives, blind_percent
         INTO NAME habit VALUE value)
SELECT board, habit, value, count(*) AS seats, count(*) FILTER (WHERE won) AS wins, wins / seats AS win_rate,
       win_low(wins, seats) AS win_low, win_high(wins, seats) AS win_high, avg(even) AS even, avg(score) AS average_score
FROM long
GROUP BY board, habit, value
ORDER BY board, habit, value;
COMMENT ON VIEW winning_habits IS 'What those who win do: by tickets kept and completed, routes claimed, locomotives, and the share of blind cards in tenths, how many won beside an even share, and their average score.';

CREATE OR REPLACE VIEW record_games AS
SELECT r.board, r.record, r.value, r.player, g.players, g.date, g.event, r.game, g.hash
FROM records r JOIN games g USING (game)
ORDER BY r.board, r.record;
COMMENT ON VIEW record_games IS 'The records of each board with the game behind each: its date, event and hash.';
