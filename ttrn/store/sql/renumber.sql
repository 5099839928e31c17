-- The numbers that the games get which stay: without gaps, in their order; who takes the place of another stands there.
CREATE OR REPLACE TEMP TABLE renumbered AS
SELECT g.game, row_number() OVER (ORDER BY coalesce(t.place, g.game), g.game)::INTEGER AS number
FROM games g LEFT JOIN taking t USING (game) ANTI JOIN leaving l ON l.game = g.game;
