-- Turns go in by their number, not game by game: then they lie beside others of the same phase, seat and even score, and
-- take half the space. Every other time through the games backwards: so the games lie beside their neighbours too.
INSERT INTO packed.turns BY NAME
SELECT i.*
FROM incoming i JOIN games g USING (game)
ORDER BY g.board, g.players, i.turn, if(i.turn % 2 = 0, i.game, -i.game);
