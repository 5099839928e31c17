-- The turns and the claims as people ask for them; see packed.* in the schema.

CREATE OR REPLACE VIEW turns AS
SELECT t.game, t.turn, t.seat, m.action, m.target, m.face_up, m.blind, m.turned_up, m.paid, m.points, t.score, t.trains,
       t.hand, t.deck, k.cards AS market
FROM packed.turns t JOIN packed.moves m USING (move) JOIN packed.markets k USING (market);
COMMENT ON VIEW turns IS 'One row per turn of the record: what was done, and how the player and the table stood after it. Where games.turns is empty there were more turns.';
COMMENT ON COLUMN turns.action IS 'draw, claim, give up (a tunnel), tickets, station, ride, play or pass.';
COMMENT ON COLUMN turns.target IS 'The route claimed, the city of the station, the way of the ride.';
COMMENT ON COLUMN turns.face_up IS 'Cards taken from the market.';
COMMENT ON COLUMN turns.blind IS 'Cards taken from the deck; ? where the record does not tell.';
COMMENT ON COLUMN turns.turned_up IS 'Cards that came into the market; / where it was replaced.';
COMMENT ON COLUMN turns.paid IS 'Cards paid or laid, those paid on top at a tunnel among them.';
COMMENT ON COLUMN turns.deck IS 'How many cards the deck has left; empty where the record does not tell.';

CREATE OR REPLACE VIEW claims AS
SELECT c.game, c.turn, c.seat, c.nth, m.target AS route, m.length, m.route_points AS points, m.paid, m.color,
       m.locomotives, c.turned, c.new_a, c.new_b, c.contested, c.track_known, c.won
FROM packed.claims c JOIN packed.moves m USING (move)
WHERE m.action = 'claim';  -- all of them are; said so that the many moves that are not need not be looked at
COMMENT ON VIEW claims IS 'One row per route claimed. Routes of a final board have no turn.';
COMMENT ON COLUMN claims.nth IS 'Which claim of the player in this game, counting from 1; empty if the record has not all of them in their order.';
COMMENT ON COLUMN claims.locomotives IS 'Locomotives paid; empty where not every card was seen.';
COMMENT ON COLUMN claims.color IS 'The colour paid with; L where only locomotives were, empty where nobody saw it.';
COMMENT ON COLUMN claims.turned IS 'Cards turned over at a tunnel.';
COMMENT ON COLUMN claims.won IS 'Whether the player won the game.';
COMMENT ON COLUMN claims.contested IS 'Whether another track of the same double route had been claimed before.';
COMMENT ON COLUMN claims.track_known IS 'Whether the record tells which tracks were claimed where those between two cities have different colours.';
COMMENT ON COLUMN claims.new_a IS 'Whether it is the first route of the player at the city routes.a; new_b: at routes.b.';
