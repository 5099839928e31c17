-- Statistics about routes and cities.

CREATE OR REPLACE VIEW chosen_claims AS
SELECT c.* REPLACE (c.turn + g.timed AS turn), g.board, g.players, g.recorded_turns, (c.turn - 1) // g.takers + 1 AS round
FROM claims c JOIN (  -- what is decided for a game is decided here: there are many more claims
         SELECT game, board, players, recorded_turns, if(turns IS NULL, NULL, 0) AS timed,
                if(turns IS NULL, NULL, players) AS takers
         FROM chosen_games WHERE routes_known) g USING (game);
COMMENT ON VIEW chosen_claims IS 'The claims of the chosen games that have all of them, with the round where all turns are known.';

CREATE OR REPLACE VIEW chosen_claim_sums AS
SELECT board, players, seated, route, seat, color, track_known, claims, timed, turns, rounds, wins, later, seen, locomotives,
       at_a, at_b
FROM claim_sums
WHERE summed() AND wanted(board, players, level, information, kind) AND chosen(decided, verdict)
UNION ALL
SELECT board, players, recorded_turns > 0, route, seat, color, track_known, 1, (turn IS NOT NULL)::INTEGER, turn, round,
       won::INTEGER, contested::INTEGER, (locomotives IS NOT NULL)::INTEGER, locomotives, new_a::INTEGER, new_b::INTEGER
FROM chosen_claims
WHERE NOT summed();
COMMENT ON VIEW chosen_claim_sums IS 'The claims of the chosen games that have all of them, summed up as far as sums are kept.';

CREATE OR REPLACE VIEW chosen_unclear AS
SELECT c.board, r.pair, count(DISTINCT c.game) AS games
FROM chosen_claims c JOIN routes r USING (board, route)
WHERE NOT c.track_known
GROUP BY c.board, r.pair;
COMMENT ON VIEW chosen_unclear IS 'In how many of the chosen games it is not known which tracks of a double route were claimed.';

CREATE OR REPLACE VIEW route_claims AS
WITH played AS (SELECT board, count(*) AS games FROM chosen_games WHERE routes_known GROUP BY board),
     made AS (
         SELECT board, route, sum(claims)::BIGINT AS claims, sum(timed)::BIGINT AS claims_timed,
                sum(turns) / nullif(sum(timed), 0) AS average_turn, sum(rounds) / nullif(sum(timed), 0) AS average_round,
                coalesce(sum(wins), 0) AS wins, sum(claims / players) / sum(claims) AS even,
                sum(seen)::BIGINT AS claims_seen, sum(locomotives) / nullif(sum(seen), 0) AS locomotives,
                coalesce(sum(later), 0) AS later
         FROM chosen_claim_sums WHERE track_known GROUP BY board, route)
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
WITH made AS (
    SELECT board, route, round, claims
    FROM round_sums
    WHERE summed() AND wanted(board, players, level, information, kind) AND chosen(decided, verdict)
    UNION ALL SELECT board, route, round, 1 FROM chosen_claims WHERE NOT summed() AND track_known)
SELECT board, route, round, sum(claims)::BIGINT AS claims
FROM made GROUP BY board, route, round HAVING count(round) > 0 ORDER BY board, route, round;
COMMENT ON VIEW route_rounds IS 'In which round of the game each route is claimed, and how often.';

CREATE OR REPLACE VIEW route_seats AS
SELECT board, route, seat, sum(claims)::BIGINT AS claims, coalesce(sum(wins), 0)::BIGINT AS wins
FROM chosen_claim_sums WHERE seated AND track_known GROUP BY board, route, seat ORDER BY board, route, seat;
COMMENT ON VIEW route_seats IS 'By which seat each route is claimed, how often, and how often that seat won; from records with turns, which tell the order.';

CREATE OR REPLACE VIEW route_payments AS
SELECT board, route, color, sum(claims)::BIGINT AS claims, sum(locomotives) AS locomotives
FROM chosen_claim_sums WHERE track_known GROUP BY board, route, color ORDER BY board, route, claims DESC, color;
COMMENT ON VIEW route_payments IS 'With which colour each route is paid (L: locomotives only, empty: not seen), and the locomotives among the cards.';

CREATE OR REPLACE VIEW contested_doubles AS
WITH played AS (SELECT board, count(*) AS games FROM chosen_games WHERE routes_known GROUP BY board),
     made AS (
         SELECT board, route, sum(claims) AS claims, coalesce(sum(later), 0) AS later
         FROM chosen_claim_sums GROUP BY board, route)
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
         SELECT board, route, sum(at_a) AS at_a, sum(at_b) AS at_b
         FROM chosen_claim_sums GROUP BY board, route),
     ends AS (
         SELECT board, a AS city, at_a AS seats FROM first JOIN routes USING (board, route)
         UNION ALL SELECT board, b, at_b FROM first JOIN routes USING (board, route))
SELECT c.board, c.city, c.name, s.seats::BIGINT AS seats, coalesce(sum(e.seats), 0)::BIGINT AS connected,
       connected / s.seats AS rate
FROM cities c JOIN seated s USING (board) LEFT JOIN ends e USING (board, city)
GROUP BY c.board, c.city, c.name, s.seats
ORDER BY c.board, connected DESC, c.city;
COMMENT ON VIEW city_connections IS 'Each city: how many of the players had a route to it at the end.';
