-- Statistics that count games and players of a board: distributions, components, cards, habits.

CREATE OR REPLACE VIEW filter_choices AS
WITH found AS (
    SELECT 'board' AS filter, board AS value, count(*) AS games FROM chosen_games GROUP BY board
    UNION ALL SELECT 'player_count', players::VARCHAR, count(*) FROM chosen_games GROUP BY players
    UNION ALL SELECT 'kind', kind, count(*) FROM chosen_games GROUP BY kind
    UNION ALL SELECT 'information', information, count(*) FROM chosen_games GROUP BY information
    UNION ALL SELECT 'event', event, count(*) FROM chosen_games GROUP BY event
    UNION ALL SELECT 'year', strftime(date, '%Y'), count(*) FROM chosen_games GROUP BY ALL)
SELECT filter, value, games
FROM found
WHERE value IS NOT NULL
QUALIFY row_number() OVER (PARTITION BY filter ORDER BY games DESC, value) <= 200
ORDER BY filter, games DESC, value;
COMMENT ON VIEW filter_choices IS 'What the filters can choose among the games, and how many games each choice has: the 200 most frequent of each.';

CREATE OR REPLACE VIEW score_distribution AS
SELECT board, floor(score / 10)::INTEGER * 10 AS low, count(*) AS seats, count(*) FILTER (WHERE won) AS winners
FROM chosen_seats
WHERE score IS NOT NULL
GROUP BY board, low
ORDER BY board, low;
COMMENT ON VIEW score_distribution IS 'How many players reached which score, in steps of ten points from low on, and how many of them won.';

CREATE OR REPLACE VIEW score_components AS
WITH means AS (
         SELECT board, won, count(*) AS seats, avg(route_points) AS routes, avg(ticket_points) AS tickets,
                avg(bonus) AS bonus, avg(station_points) AS stations, avg(goods) AS goods, avg(score) AS score
         FROM chosen_seats WHERE score IS NOT NULL
         GROUP BY board, won),
     long AS (UNPIVOT means ON routes, tickets, bonus, stations, goods, score INTO NAME component VALUE points)
SELECT board, won, seats, component, points
FROM long
ORDER BY board, won DESC, component;
COMMENT ON VIEW score_components IS 'Where the points come from, on average: by component, for those who won and those who did not.';

CREATE OR REPLACE VIEW length_distribution AS
SELECT board, players, ceil(turns / players)::INTEGER AS rounds, count(*) AS games
FROM chosen_games
WHERE players > 0
GROUP BY board, players, rounds
ORDER BY board, players, rounds;
COMMENT ON VIEW length_distribution IS 'How many games took how many rounds: turns of each player.';

CREATE OR REPLACE VIEW card_sources AS
SELECT board, won, count(*) AS seats, avg(blind) AS blind, avg(face_up) AS face_up,
       sum(blind) / nullif(sum(blind + face_up), 0) AS blind_share, avg(locomotives_dealt) AS locomotives_dealt,
       avg(locomotives_blind) AS locomotives_blind, avg(locomotives_face_up) AS locomotives_face_up
FROM chosen_seats
GROUP BY board, won
ORDER BY board, won DESC;
COMMENT ON VIEW card_sources IS 'Where the train cards come from, on average: blind from the deck, face up from the market, and the locomotives of each; for those who won and those who did not.';

CREATE OR REPLACE VIEW card_payments AS
WITH made AS (
    SELECT board, route, color, count(*) AS claims, sum(locomotives) AS locomotives
    FROM chosen_claims GROUP BY board, route, color)
SELECT board, m.color, sum(claims)::BIGINT AS claims,
       coalesce(sum(claims) FILTER (WHERE r.color = ''), 0)::BIGINT AS on_gray,
       sum(m.locomotives)::BIGINT AS locomotives
FROM made m JOIN routes r USING (board, route)
GROUP BY board, m.color
ORDER BY board, claims DESC, m.color;
COMMENT ON VIEW card_payments IS 'With which colours routes are paid (L: locomotives only, empty: not seen): claims, those of gray routes among them, and the locomotives paid.';

CREATE OR REPLACE VIEW winning_habits AS
WITH measured AS (
         SELECT board, won, score, 1 / players AS even, tickets_kept, tickets_completed, claims AS routes_claimed,
                locomotives_dealt + locomotives_blind + locomotives_face_up AS locomotives,
                CASE WHEN blind + face_up > 0 THEN round(10 * blind / (blind + face_up))::INTEGER * 10 END AS blind_percent
         FROM chosen_seats WHERE score IS NOT NULL),
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
