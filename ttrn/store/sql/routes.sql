-- Statistics about routes and cities.

CREATE OR REPLACE VIEW chosen_claims AS
SELECT c.* REPLACE (c.turn + g.timed AS turn), g.board, g.players, g.recorded_turns, (c.turn - 1) // g.takers + 1 AS round
FROM claims c JOIN (  -- what is decided for a game is decided here: there are many more claims
         SELECT game, board, players, recorded_turns, if(turns IS NULL, NULL, 0) AS timed,
                if(turns IS NULL, NULL, players) AS takers
         FROM chosen_games WHERE routes_known) g USING (game);
COMMENT ON VIEW chosen_claims IS 'The claims of the chosen games that have all of them, with the round where all turns are known.';

CREATE OR REPLACE VIEW chosen_unclear AS
SELECT c.board, r.pair, count(DISTINCT c.game) AS games
FROM chosen_claims c JOIN routes r USING (board, route)
WHERE NOT c.track_known
GROUP BY c.board, r.pair;
COMMENT ON VIEW chosen_unclear IS 'In how many of the chosen games it is not known which tracks of a double route were claimed.';

CREATE OR REPLACE VIEW route_claims AS
WITH played AS (SELECT board, count(*) AS games FROM chosen_games WHERE routes_known GROUP BY board),
     made AS (
         SELECT board, route, count(*) AS claims, count(turn) AS claims_timed, avg(turn) AS average_turn, avg(round) AS average_round,
                count(*) FILTER (WHERE won) AS wins, avg(1 / players) AS even, count(locomotives) AS claims_seen, avg(locomotives) AS locomotives,
                count(*) FILTER (WHERE contested) AS later
         FROM chosen_claims WHERE track_known GROUP BY board, route)
SELECT r.board, r.route, r.length, r.color, p.games - coalesce(u.games, 0) AS games, coalesce(m.claims, 0) AS claims,
       coalesce(m.claims, 0) / nullif(p.games - coalesce(u.games, 0), 0) AS claim_rate, m.claims_timed, m.average_turn, m.average_round, m.wins / m.claims AS win_share,
       win_low(m.wins, m.claims) AS win_low, win_high(m.wins, m.claims) AS win_high, m.even, m.claims_seen, m.locomotives,
       if(r.tracks > 1, sum(m.later) OVER pair / nullif(sum(m.claims - m.later) OVER pair, 0), NULL) AS contested_rate
FROM routes r JOIN played p USING (board) LEFT JOIN chosen_unclear u USING (board, pair)
     LEFT JOIN made m USING (board, route)
WINDOW pair AS (PARTITION BY r.board, r.pair)
ORDER BY r.board, claims DESC, r.route;
COMMENT ON VIEW route_claims IS 'Each route: in how many of the games that know all routes it was claimed, when on average (of claims_timed), how often its owner won (with the 95 % confidence interval, beside an even share), locomotives paid (of claims_seen), and in how many of the games with one track of a double route another was claimed too.';

CREATE OR REPLACE VIEW route_rounds AS
SELECT board, route, round, count(*) AS claims
FROM chosen_claims WHERE track_known GROUP BY board, route, round HAVING count(round) > 0 ORDER BY board, route, round;
COMMENT ON VIEW route_rounds IS 'In which round of the game each route is claimed, and how often.';

CREATE OR REPLACE VIEW route_seats AS
SELECT board, route, seat, count(*) AS claims, count(*) FILTER (WHERE won) AS wins
FROM chosen_claims WHERE recorded_turns > 0 AND track_known GROUP BY board, route, seat ORDER BY board, route, seat;
COMMENT ON VIEW route_seats IS 'By which seat each route is claimed, how often, and how often that seat won; from records with turns, which tell the order.';

CREATE OR REPLACE VIEW route_payments AS
SELECT board, route, color, count(*) AS claims, sum(locomotives) AS locomotives
FROM chosen_claims WHERE track_known GROUP BY board, route, color ORDER BY board, route, claims DESC, color;
COMMENT ON VIEW route_payments IS 'With which colour each route is paid (L: locomotives only, empty: not seen), and the locomotives among the cards.';

CREATE OR REPLACE VIEW contested_doubles AS
WITH played AS (SELECT board, count(*) AS games FROM chosen_games WHERE routes_known GROUP BY board),
     made AS (
         SELECT board, route, count(*) AS claims, count(*) FILTER (WHERE contested) AS later
         FROM chosen_claims GROUP BY board, route)
SELECT board, r.pair, p.games, (sum(claims) - sum(later))::BIGINT AS claimed, sum(later)::BIGINT AS twice,
       twice / nullif(claimed, 0) AS contested_rate
FROM made JOIN routes r USING (board, route) JOIN played p USING (board)
WHERE r.tracks > 1
GROUP BY board, r.pair, p.games
ORDER BY board, twice DESC, r.pair;
COMMENT ON VIEW contested_doubles IS 'Each double route: in how many games a track of it was claimed, and in how many of these another one by somebody else.';

CREATE OR REPLACE VIEW city_connections AS
WITH seated AS (SELECT board, sum(players) AS seats FROM chosen_games WHERE routes_known GROUP BY board),
     first AS (
         SELECT board, route, count(*) FILTER (WHERE new_a) AS at_a, count(*) FILTER (WHERE new_b) AS at_b
         FROM chosen_claims GROUP BY board, route),
     ends AS (
         SELECT board, a AS city, at_a AS seats FROM first JOIN routes USING (board, route)
         UNION ALL SELECT board, b, at_b FROM first JOIN routes USING (board, route))
SELECT c.board, c.city, c.name, s.seats::BIGINT AS seats, coalesce(sum(e.seats), 0)::BIGINT AS connected,
       connected / s.seats AS rate
FROM cities c JOIN seated s USING (board) LEFT JOIN ends e USING (board, city)
GROUP BY c.board, c.city, c.name, s.seats
ORDER BY c.board, connected DESC, c.city;
COMMENT ON VIEW city_connections IS 'Each city: how many of the players had a route to it at the end.';
