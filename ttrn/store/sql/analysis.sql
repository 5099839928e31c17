-- Statistics about games that were analysed: comebacks, excitement, luck. Each has exactly the games that were judged, and
-- says by which model and on which basis; ttrn analyse judges the others.

CREATE OR REPLACE MACRO t95(n) AS CASE WHEN n > 1 THEN
    coalesce(list_extract([12.706205, 4.302653, 3.182446, 2.776445], n - 1),
             1.959964 + 2.372271 / (n - 1) + 2.822499 / (n - 1) ** 2 + 2.555850 / (n - 1) ** 3
             + 1.589534 / (n - 1) ** 4) END;
COMMENT ON MACRO t95 IS 'How many standard errors the 95 % confidence interval of a mean over n numbers reaches (Student; from six numbers on by the expansion of Fisher).';

CREATE OR REPLACE MACRO off95(x) AS t95(count(x)) * stddev_samp(x) / sqrt(count(x));
COMMENT ON MACRO off95 IS 'How far the 95 % confidence interval of a mean reaches to either side; empty for one number.';

CREATE OR REPLACE VIEW chosen_values AS
SELECT s.game, s.seat, s.player, s.board, s.players, s.date, s.won, v.* EXCLUDE (game, seat), l.moves, l.loss,
       l.stderr AS loss_stderr
FROM chosen_seats s JOIN analysed_seats v USING (game, seat) LEFT JOIN losses l USING (game, seat);
COMMENT ON VIEW chosen_values IS 'The seats of the chosen games that were analysed, with luck, and with what was lost where moves were judged.';

CREATE OR REPLACE VIEW chosen_analyses AS
SELECT g.*, a.model, a.basis, a.worlds, a.stderr, a.playouts, a.excitement, a.largest_swing, a.largest_turn, w.winner
FROM chosen_games g JOIN analyses a USING (game)
     LEFT JOIN (SELECT game, string_agg(player, ', ' ORDER BY seat) AS winner FROM participants WHERE won GROUP BY game) w
     USING (game)
WHERE a.reason IS NULL;
COMMENT ON VIEW chosen_analyses IS 'The chosen games that were analysed: how, and who won.';

CREATE OR REPLACE VIEW analysed_games AS
WITH lucky AS (SELECT game FROM analysed_seats WHERE luck IS NOT NULL GROUP BY game),
     judged AS (SELECT DISTINCT game FROM losses)
SELECT g.board, if(a.game IS NULL, 'not analysed yet', a.reason) AS reason, a.model, a.basis, count(*) AS games,
       count(lucky.game) AS with_luck, count(judged.game) AS with_loss, max(a.worlds) AS worlds, max(a.stderr) AS stderr,
       max(a.playouts) AS playouts
FROM chosen_games g LEFT JOIN analyses a USING (game) LEFT JOIN lucky USING (game) LEFT JOIN judged USING (game)
GROUP BY ALL
ORDER BY g.board, reason NULLS FIRST, games DESC, a.model, a.basis;
COMMENT ON VIEW analysed_games IS 'How the games were analysed: by which model and on which basis (all cards, a view), of how many luck (with_luck) and lost wins (with_loss) are known, and the largest standard error over possible worlds; with the reason for those that were not.';

CREATE OR REPLACE VIEW comebacks AS
SELECT v.board, v.lowest, v.lowest_turn AS turn, v.player, a.recorded_turns AS turns, a.players, a.date, a.event, v.game,
       a.hash, a.basis, a.model, a.stderr
FROM chosen_values v JOIN chosen_analyses a USING (game)
WHERE v.won
ORDER BY v.lowest, v.game, v.seat;
COMMENT ON VIEW comebacks IS 'Games that were turned round: the lowest probability of winning that the winner had, and after which turn; of the games that were analysed.';

CREATE OR REPLACE VIEW exciting_games AS
SELECT board, excitement, largest_swing, largest_turn, winner, recorded_turns AS turns, players, date, event, game, hash,
       basis, model, stderr
FROM chosen_analyses
ORDER BY excitement DESC, game;
COMMENT ON VIEW exciting_games IS 'The most exciting games: the sum of all swings (of each turn the largest change of a probability of winning), and the largest of them; of the games that were analysed.';

CREATE OR REPLACE VIEW luckiest_wins AS
SELECT v.board, v.luck, v.luck_points, v.start, v.rest, v.player, a.players, a.date, a.event, v.game, a.hash, a.basis,
       a.model, a.stderr
FROM chosen_values v JOIN chosen_analyses a USING (game)
WHERE v.won AND v.luck IS NOT NULL
ORDER BY v.luck DESC, v.game, v.seat;
COMMENT ON VIEW luckiest_wins IS 'Wins by what chance brought the winner, in wins (0.11: eleven games of a hundred) and in points, with the probability at the start and the rest, which make up the result; of the games that were analysed with all cards.';

CREATE OR REPLACE VIEW chosen_finishes AS
SELECT game, list_sort(list(last_round), 'DESC') AS chances, list_extract(chances, 1) - list_extract(chances, 2) AS gap,
       arg_max(player, last_round) AS leader, list_extract(chances, 1) AS leader_win
FROM (FROM chosen_values WHERE last_round IS NOT NULL ORDER BY seat)
GROUP BY game;
COMMENT ON VIEW chosen_finishes IS 'The probabilities of winning before the last round of the chosen games, and the gap between the two largest.';

CREATE OR REPLACE VIEW closest_games AS
SELECT a.board, a.margin, f.gap, a.winner, a.players, a.date, a.event, a.game, a.hash, a.basis, a.model, a.stderr
FROM chosen_analyses a LEFT JOIN chosen_finishes f USING (game)
WHERE a.margin IS NOT NULL
ORDER BY a.margin, f.gap NULLS LAST, a.game;
COMMENT ON VIEW closest_games IS 'The closest games by points: the margin of the winner, and the gap between the two best probabilities of winning before the last round; of the games that were analysed.';

CREATE OR REPLACE VIEW closest_finishes AS
SELECT a.board, f.gap, f.leader, f.leader_win, a.winner, a.margin, a.players, a.date, a.event, a.game, a.hash, a.basis,
       a.model, a.stderr
FROM chosen_analyses a JOIN chosen_finishes f USING (game)
WHERE f.gap IS NOT NULL
ORDER BY f.gap, a.game;
COMMENT ON VIEW closest_finishes IS 'The closest games by probability: the gap between the two best before the last round, that is before everybody''s last turn, and who was ahead then; of the games that were analysed.';

CREATE OR REPLACE VIEW chosen_luck AS
SELECT player, game, any_value(date) AS date, count(*) AS seats, avg(luck) AS luck, avg(luck_points) AS luck_points,
       avg(rest) AS rest, avg(loss) AS loss
FROM chosen_values
WHERE luck IS NOT NULL AND rest IS NOT NULL
GROUP BY player, game;
COMMENT ON VIEW chosen_luck IS 'Each player''s luck, rest and loss in each of the chosen games that were analysed with all cards; the mean of the seats where a name has several at one table.';

CREATE OR REPLACE VIEW luck_and_skill AS
SELECT player, count(*) AS games, sum(seats)::BIGINT AS seats,
       avg(luck) AS luck, avg(luck) - off95(luck) AS luck_low, avg(luck) + off95(luck) AS luck_high,
       avg(luck_points) AS luck_points, avg(luck_points) - off95(luck_points) AS luck_points_low,
       avg(luck_points) + off95(luck_points) AS luck_points_high,
       avg(rest) AS rest, avg(rest) - off95(rest) AS rest_low, avg(rest) + off95(rest) AS rest_high,
       count(loss) AS with_loss, avg(loss) AS loss, avg(loss) - off95(loss) AS loss_low, avg(loss) + off95(loss) AS loss_high
FROM chosen_luck
GROUP BY player
ORDER BY luck DESC, player;
COMMENT ON VIEW luck_and_skill IS 'Luck against skill: what chance brought each player in a game on average, in wins and in points; the rest that is neither luck nor the start (what everybody decided, and what the model had wrong); and the wins that own moves lost by playouts (with_loss: of so many games). Each with its 95 % confidence interval (Student); of the games that were analysed with all cards. A name that has several seats at a table counts once, by their mean.';

CREATE OR REPLACE MACRO win_by_turn(number) AS TABLE
WITH stood AS (
         SELECT turn, list(round(win::DOUBLE, 4) ORDER BY seat) AS win,
                list(round(points::DOUBLE, 1) ORDER BY seat) AS points
         FROM standings WHERE game = number GROUP BY turn),
     moved AS (SELECT *, lag(win) OVER (ORDER BY turn) AS before FROM stood)
SELECT m.turn, p.player, t.action, t.target, m.win, m.points,
       list_max([abs(win[i] - before[i]) FOR i IN range(1, len(win) + 1)]) AS swing
FROM moved m LEFT JOIN turns t ON t.game = number AND t.turn = m.turn
     LEFT JOIN participants p ON p.game = number AND p.seat = t.seat
ORDER BY m.turn;
COMMENT ON MACRO TABLE win_by_turn IS 'One game that was analysed: after each turn the probabilities of winning and the expected points of all seats in their order, and by how much the turn moved them: FROM win_by_turn(12).';
