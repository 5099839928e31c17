-- Sums of claims and tickets over games that have much in common. A data set keeps them, for it may have millions of
-- games: where no filters are set but those that sums know, statistics look at them, else at the rows.

CREATE OR REPLACE MACRO summed() AS false;
COMMENT ON MACRO summed IS 'Whether statistics look at sums: in a data set that has them, if no other filters are set than sums know.';

CREATE OR REPLACE VIEW game_sorts AS
SELECT board, players, level, information, kind, verdict, decided, recorded_turns > 0 AS seated, game, routes_known,
       if(turns IS NULL, NULL, 0) AS timed, if(turns IS NULL, NULL, players) AS takers
FROM games
WHERE game > coalesce(getvariable('summed_games')::INTEGER, 0);
COMMENT ON VIEW game_sorts IS 'What each game has in common with others in the same sums; those of the first summed_games are there already.';

CREATE OR REPLACE VIEW claim_sums AS
SELECT s.* EXCLUDE (game, routes_known, timed, takers), c.route, c.seat, c.color, c.track_known, count(*) AS claims,
       count(c.turn + s.timed) AS timed, sum(c.turn + s.timed)::BIGINT AS turns,
       sum((c.turn - 1) // s.takers + 1)::BIGINT AS rounds, count_if(c.won)::BIGINT AS wins,
       count_if(c.contested)::BIGINT AS later, count(c.locomotives) AS seen, sum(c.locomotives)::BIGINT AS locomotives,
       count_if(c.new_a)::BIGINT AS at_a, count_if(c.new_b)::BIGINT AS at_b
FROM claims c JOIN game_sorts s USING (game)
WHERE s.routes_known
GROUP BY ALL;
COMMENT ON VIEW claim_sums IS 'The claims of the games that have all of them, summed up by route, seat, colour and what the games have in common.';

CREATE OR REPLACE VIEW round_sums AS
SELECT s.* EXCLUDE (game, routes_known, timed, takers), c.route, (c.turn - 1) // s.takers + 1 AS round, count(*) AS claims
FROM claims c JOIN game_sorts s USING (game)
WHERE s.routes_known AND s.timed IS NOT NULL AND c.track_known
GROUP BY ALL;
COMMENT ON VIEW round_sums IS 'How many claims were made in each round, of the games that have all turns, summed up by route and what the games have in common.';

CREATE OR REPLACE VIEW ticket_sums AS
SELECT s.* EXCLUDE (game, routes_known, timed, takers), t.ticket, coalesce(t.turn = 0, false) AS dealt, t.offer_known,
       t.kept, count(*) AS tickets, count(t.completed) AS known, count_if(t.completed)::BIGINT AS completed,
       count(t.completed_turn) AS timed, sum(t.completed_turn)::BIGINT AS turns, count_if(t.won)::BIGINT AS wins,
       count(p.score) AS scored, sum(p.score)::BIGINT AS score
FROM tickets t JOIN game_sorts s USING (game) JOIN seats p USING (game, seat)
GROUP BY ALL;
COMMENT ON VIEW ticket_sums IS 'The tickets that were offered, summed up by ticket, whether it was dealt at the start and kept, and what the games have in common.';

CREATE OR REPLACE VIEW opening_sums AS
SELECT s.* EXCLUDE (game, routes_known, timed, takers), c.route, count(*) AS claims, count(c.turn + s.timed) AS timed,
       sum(c.turn + s.timed)::BIGINT AS turns, count_if(c.won)::BIGINT AS wins, count(p.score) AS scored,
       sum(p.score)::BIGINT AS score
FROM claims c JOIN game_sorts s USING (game) JOIN seats p USING (game, seat)
WHERE s.routes_known AND c.nth = 1
GROUP BY ALL;
COMMENT ON VIEW opening_sums IS 'The first claim of each seat, of the games that have all of them, summed up by route and what the games have in common.';
