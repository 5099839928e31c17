-- What the statistics are made of. They look at the games that the variables of the session choose:
--     SET VARIABLE board = 'usa'; SET VARIABLE player_count = 4; FROM players_overview;
-- Without variables: all games of which it is known who won, without problems. Some of them know no more than that: what
-- a statistic asks for and a game does not know is empty there, and such a game is not counted.

CREATE OR REPLACE MACRO counts(decided, verdict) AS decided AND verdict IN ('exact', 'consistent', 'undecided');
COMMENT ON MACRO counts IS 'Whether statistics look at a game: it is over, it is known who won, and it has no problems.';

CREATE OR REPLACE MACRO wanted(board, players, level, information, kind) AS
    (getvariable('board') IS NULL OR board = getvariable('board')::VARCHAR)
    AND (getvariable('player_count') IS NULL OR players = getvariable('player_count')::INTEGER)
    AND (getvariable('level') IS NULL OR level = getvariable('level')::VARCHAR)
    AND (getvariable('information') IS NULL OR information = getvariable('information')::VARCHAR)
    AND (getvariable('kind') IS NULL OR kind = getvariable('kind')::VARCHAR);
COMMENT ON MACRO wanted IS 'Whether a game passes the filters that many games have in common.';

CREATE OR REPLACE MACRO chosen(decided, verdict) AS
    CASE WHEN getvariable('verdict') IS NULL THEN counts(decided, verdict)
         ELSE verdict = getvariable('verdict')::VARCHAR END;
COMMENT ON MACRO chosen IS 'Whether a game has the verdict that the variables choose; without one, whether statistics look at it.';

CREATE OR REPLACE VIEW passing_games AS
SELECT *
FROM games
WHERE wanted(board, players, level, information, kind)
  AND (getvariable('since') IS NULL OR date >= getvariable('since')::DATE)
  AND (getvariable('until') IS NULL OR date <= getvariable('until')::DATE)
  AND (getvariable('event') IS NULL OR event = getvariable('event')::VARCHAR)
  AND (getvariable('player') IS NULL OR game IN (
        SELECT s.game FROM seats s LEFT JOIN aliases a ON a.spelling = s.name
        WHERE coalesce(a.player, s.name) = getvariable('player')::VARCHAR))
  AND (getvariable('against') IS NULL OR game IN (
        SELECT s.game FROM seats s LEFT JOIN aliases a ON a.spelling = s.name
        WHERE coalesce(a.player, s.name) = getvariable('against')::VARCHAR));
COMMENT ON VIEW passing_games IS 'The games that pass the filters, finished or not, with problems or without.';

CREATE OR REPLACE VIEW chosen_games AS
SELECT *
FROM passing_games
WHERE chosen(decided, verdict);
COMMENT ON VIEW chosen_games IS 'The games that the statistics look at: those that pass the filters and have a result.';

CREATE OR REPLACE VIEW participants AS
SELECT s.*, coalesce(a.player, s.name) AS player
FROM seats s LEFT JOIN aliases a ON a.spelling = s.name;
COMMENT ON VIEW participants IS 'The seats, with the player behind each name.';

CREATE OR REPLACE MACRO win_low(wins, n) AS CASE WHEN n > 0 THEN greatest(0,
    (wins + 1.959964 ** 2 / 2 - 1.959964 * sqrt(wins * (n - wins) / n + 1.959964 ** 2 / 4)) / (n + 1.959964 ** 2)) END;
COMMENT ON MACRO win_low IS 'The lower end of the 95 % confidence interval (Wilson) of a share of wins.';

CREATE OR REPLACE MACRO win_high(wins, n) AS CASE WHEN n > 0 THEN least(1,
    (wins + 1.959964 ** 2 / 2 + 1.959964 * sqrt(wins * (n - wins) / n + 1.959964 ** 2 / 4)) / (n + 1.959964 ** 2)) END;
COMMENT ON MACRO win_high IS 'The upper end of the 95 % confidence interval (Wilson) of a share of wins.';

CREATE OR REPLACE MACRO finish(rank, won) AS coalesce(rank, if(won, 1, 99));
COMMENT ON MACRO finish IS 'The place of a player for comparing two: who did not win comes after who did, though no place is known.';

CREATE OR REPLACE MACRO comparable(rank, won, other_rank, other_won) AS
    (rank IS NOT NULL AND other_rank IS NOT NULL) OR won <> other_won;
COMMENT ON MACRO comparable IS 'Whether it is known which of two players was ahead.';

CREATE OR REPLACE VIEW chosen_seats AS
SELECT p.*, g.board, g.players, g.date, g.recorded_turns, g.routes_known
FROM participants p JOIN chosen_games g USING (game);
COMMENT ON VIEW chosen_seats IS 'The seats of the chosen games, with the player behind each name.';

CREATE OR REPLACE VIEW final_scores AS
UNPIVOT (
    SELECT game, seat, route_points::INTEGER AS routes, ticket_points::INTEGER AS tickets, bonus::INTEGER AS bonus,
           station_points::INTEGER AS stations, goods::INTEGER AS goods
    FROM seats WHERE score IS NOT NULL
) ON routes, tickets, bonus, stations, goods INTO NAME component VALUE points;
COMMENT ON VIEW final_scores IS 'The final scores, one row per component.';

CREATE OR REPLACE VIEW card_moves AS
WITH moves AS (
    SELECT game, turn, seat, blind AS cards, 'deck' AS source, 'hand' AS target FROM turns WHERE blind <> ''
    UNION ALL SELECT game, turn, seat, face_up, 'market', 'hand' FROM turns WHERE face_up <> ''
    UNION ALL SELECT game, turn, seat, replace(turned_up, '/', ''), 'deck', 'market' FROM turns WHERE turned_up <> ''
    UNION ALL SELECT game, turn, seat, paid, 'hand', if(action = 'play', 'railyard', 'discards') FROM turns WHERE paid <> ''
    UNION ALL SELECT game, turn, seat, turned, 'deck', 'discards' FROM claims WHERE turned <> ''
    UNION ALL SELECT game, turn, seat, cards, 'railyard', if(event = 'moved', 'stack', 'discards')
              FROM railyards WHERE event <> 'laid'
)
SELECT game, turn, seat, source, target, card, count(*) AS number
FROM (SELECT game, turn, seat, source, target, unnest(string_split(cards, '')) AS card FROM moves)
GROUP BY ALL;
COMMENT ON VIEW card_moves IS 'Cards that moved, one row per turn, place and kind of card: deck, market, hand, discards, railyard, stack.';

CREATE OR REPLACE MACRO same_ends(name) AS
    array_to_string(list_sort(string_split(split_part(upper(trim(name)), '#', 1), '-')), '-')
    || if(contains(name, '#'), '#' || split_part(trim(name), '#', 2), '');
COMMENT ON MACRO same_ends IS 'The name of a route or a ticket, the same from either end.';

CREATE OR REPLACE MACRO named(names) AS
    [same_ends(one) FOR one IN string_split(coalesce(names, ''), ',') IF trim(one) <> ''];
COMMENT ON MACRO named IS 'The routes or tickets of a list with commas, each the same from either end.';

CREATE OR REPLACE MACRO nobody_named(names) AS regexp_full_match(coalesce(names, ''), '[\s,]*');
COMMENT ON MACRO nobody_named IS 'Whether a list with commas names nothing.';

-- Where nothing is named the parts about it are left out before anything is read: there may be millions of claims.
CREATE OR REPLACE MACRO openings_of(wanted_tickets, wanted_routes) AS TABLE
WITH dealt AS (
         SELECT t.game, t.seat, list_concat(list(c.name), list(split_part(c.name, '#', 1))) AS names
         FROM tickets t JOIN games g USING (game)
              JOIN (SELECT board, ticket, same_ends(ticket) AS name FROM ticket_cards) c USING (board, ticket)
         WHERE t.turn = 0 AND t.kept AND t.offer_known
         GROUP BY t.game, t.seat),
     kept AS (SELECT game, seat FROM dealt WHERE list_has_all(names, named(wanted_tickets))),
     begun AS (
         SELECT c.game, c.seat, list(r.name ORDER BY c.nth) AS names
         FROM claims c JOIN games g USING (game)
              JOIN (SELECT board, route, same_ends(pair) AS name FROM routes) r USING (board, route)
         WHERE g.routes_known AND c.nth <= len(named(wanted_routes))
         GROUP BY c.game, c.seat),
     opened AS (SELECT game, seat FROM begun WHERE names = [split_part(one, '#', 1) FOR one IN named(wanted_routes)])
SELECT game, seat FROM seats WHERE nobody_named(wanted_tickets) AND nobody_named(wanted_routes)
UNION ALL SELECT game, seat FROM kept WHERE NOT nobody_named(wanted_tickets) AND nobody_named(wanted_routes)
UNION ALL SELECT game, seat FROM opened WHERE nobody_named(wanted_tickets) AND NOT nobody_named(wanted_routes)
UNION ALL SELECT game, seat FROM kept SEMI JOIN opened USING (game, seat)
          WHERE NOT nobody_named(wanted_tickets) AND NOT nobody_named(wanted_routes);
COMMENT ON MACRO TABLE openings_of IS 'The seats that are known to have kept these tickets at the start, and to have claimed these routes first, in their order.';
