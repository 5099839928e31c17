-- Tickets of the same turn beside each other, to and fro through the games, as in pack_turns.sql.
INSERT INTO tickets BY NAME
SELECT i.*
FROM incoming i JOIN games g USING (game)
ORDER BY g.board, g.players, i.turn, i.seat, if((i.turn * g.players + i.seat) % 2 = 0, i.game, -i.game), i.ticket;
