-- Statistics about players.

CREATE OR REPLACE VIEW player_results AS
SELECT player,
       count(DISTINCT game) AS games,
       count(*) AS seats,
       count(DISTINCT game) FILTER (WHERE won) AS wins,
       wins / games AS win_rate,
       win_low(wins, games) AS win_low,
       win_high(wins, games) AS win_high,
       count(score) AS scored,
       avg(score) AS average_score,
       max(score) AS best_score,
       count(route_points + ticket_points + bonus) AS with_components,
       avg(route_points) AS routes,
       avg(ticket_points) AS tickets,
       avg(bonus) AS bonus,
       avg(station_points) AS stations,
       avg(goods) AS goods,
       count(tickets_kept) AS with_tickets,
       avg(tickets_kept) AS tickets_kept,
       avg(tickets_completed) AS tickets_completed,
       avg(points_lost) AS points_lost,
       count(turns) AS with_turns,
       avg(blind) AS blind_cards,
       avg(face_up) AS face_up_cards,
       count(locomotives_blind) AS with_cards,
       avg(locomotives_blind + locomotives_face_up) AS locomotives,
       count(claims) AS with_routes,
       sum(trains_placed) / nullif(sum(claims), 0) AS route_length,
       avg(trains_left) AS trains_left,
       avg(turns) AS turns
FROM chosen_seats
GROUP BY player
ORDER BY wins DESC, games, player;
COMMENT ON VIEW player_results IS 'Each player: games, seats in them (a name may have several at one table), games won and win rate with its 95 % confidence interval, scores; and per seat on average the points by component, tickets, cards taken, locomotives among them, length of routes, trains left, turns. scored and with_... are the seats of which these are known.';

CREATE OR REPLACE VIEW active_players AS
SELECT player, count(DISTINCT game) AS games, count(DISTINCT game) FILTER (WHERE won) AS wins, min(date) AS first,
       max(date) AS last
FROM chosen_seats
GROUP BY player
ORDER BY games DESC, wins DESC, player;
COMMENT ON VIEW active_players IS 'Who played most: games, wins, and the dates of the first and the last game.';

CREATE OR REPLACE VIEW player_boards AS
SELECT player, board, players, count(DISTINCT game) AS games, count(*) AS seats,
       count(DISTINCT game) FILTER (WHERE won) AS wins, wins / games AS win_rate,
       count(score) AS scored, avg(score) AS average_score, max(score) AS best_score
FROM chosen_seats
GROUP BY player, board, players
ORDER BY player, board, players;
COMMENT ON VIEW player_boards IS 'Each player by board and number of players: games, wins, average and best score.';

CREATE OR REPLACE VIEW player_ratings AS
SELECT coalesce(a.player, r.player) AS player, max(nth) AS games, arg_max(mu, nth) AS mu, arg_max(sigma, nth) AS sigma,
       arg_max(mu - 3 * sigma, nth) AS rating
FROM ratings r JOIN chosen_games g USING (game) LEFT JOIN aliases a ON a.spelling = r.player
GROUP BY ALL
ORDER BY rating DESC, player;
COMMENT ON VIEW player_ratings IS 'The rating of each player after the last of the chosen games (a multi-player rating, Plackett-Luce): strength mu, doubt sigma, and mu - 3 sigma to rank by. Only games with one winner order and no unknown result are rated.';

CREATE OR REPLACE VIEW rating_history AS
SELECT r.player, r.nth, g.date, r.game, r.mu, r.sigma, r.mu - 3 * r.sigma AS rating
FROM ratings r JOIN chosen_games g USING (game)
ORDER BY r.player, r.nth;
COMMENT ON VIEW rating_history IS 'The rating of each player after each game.';

CREATE OR REPLACE VIEW seat_advantage AS
SELECT board, players, seat, count(*) AS games, count(*) FILTER (WHERE won) AS wins, wins / games AS win_rate,
       win_low(wins, games) AS win_low, win_high(wins, games) AS win_high, 1 / players AS even,
       count(score) AS scored, avg(score) AS average_score
FROM chosen_seats
WHERE recorded_turns > 0  -- who only notes a result may name the players in any order
GROUP BY board, players, seat
ORDER BY board, players, seat;
COMMENT ON VIEW seat_advantage IS 'Each seat by board and number of players: wins with the confidence interval, beside an even share; from records with turns, which tell the order.';

CREATE OR REPLACE VIEW chosen_best AS
SELECT game, player, min(rank) AS rank, bool_or(won) AS won, max(score) AS score
FROM chosen_seats
GROUP BY game, player;
COMMENT ON VIEW chosen_best IS 'Each player in each of the chosen games, by the best of the seats that the name has there.';

CREATE OR REPLACE VIEW head_to_head AS
WITH met AS MATERIALIZED (  -- pairs of numbers are found sooner than pairs of names
         SELECT player, row_number() OVER (ORDER BY player)::INTEGER AS number FROM (SELECT DISTINCT player FROM participants)),
     best AS MATERIALIZED (  -- as in chosen_best
         SELECT game, number, min(rank) AS rank, bool_or(won) AS won, max(score) AS score
         FROM chosen_seats JOIN met USING (player) GROUP BY game, number),
     pairs AS MATERIALIZED (  -- each once; the other way round it is the same with ahead for behind
         SELECT a.number AS one, b.number AS other, count(*) AS games,
                count_if(finish(a.rank, a.won) < finish(b.rank, b.won))::BIGINT AS ahead,
                count_if(finish(a.rank, a.won) > finish(b.rank, b.won))::BIGINT AS behind,
                count_if(a.rank = b.rank)::BIGINT AS level, count(a.score - b.score) AS scored, sum(a.score - b.score) AS lead
         FROM best a JOIN best b USING (game)
         WHERE a.number < b.number AND comparable(a.rank, a.won, b.rank, b.won)
         GROUP BY a.number, b.number),
     wanted AS (  -- millions of pairs are neither named nor put in order for the first thousand
         SELECT * FROM (FROM pairs UNION ALL SELECT other, one, games, behind, ahead, level, scored, -lead FROM pairs)
         ORDER BY one, other
         LIMIT getvariable('rows')::BIGINT)
SELECT a.player, b.player AS opponent, games, ahead, behind, level, scored, lead / nullif(scored, 0) AS margin
FROM wanted w JOIN met a ON a.number = w.one JOIN met b ON b.number = w.other
ORDER BY w.one, w.other;
COMMENT ON VIEW head_to_head IS 'Each player against each other: games together in which it is known who was ahead, how often ahead, behind and level, and the average margin.';

CREATE OR REPLACE VIEW player_luck AS
SELECT player, count(DISTINCT game) AS games, count(*) AS seats, avg(locomotives_dealt + locomotives_blind) AS seen,
       avg((b.dealt + blind) * b.locomotives / b.cards) AS expected, seen - expected AS luck
FROM chosen_seats s JOIN boards b USING (board)
WHERE locomotives_dealt + locomotives_blind IS NOT NULL
GROUP BY player
ORDER BY luck DESC, player;
COMMENT ON VIEW player_luck IS 'The luck of the draw: locomotives dealt and drawn blind per seat, beside what so many cards bring on average.';
