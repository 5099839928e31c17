-- First claims beside first claims, to and fro through the games, as in pack_turns.sql.
INSERT INTO packed.claims BY NAME
SELECT i.*
FROM incoming i JOIN games g USING (game)
ORDER BY g.board, g.players, i.nth, i.seat, if((i.nth * g.players + i.seat) % 2 = 0, i.game, -i.game), i.turn, i.move;
