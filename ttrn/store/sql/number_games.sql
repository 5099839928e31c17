-- The numbers of new games: of each hash that no game has yet the first place counts, in the order of the shards.
CREATE OR REPLACE TEMP TABLE numbered AS
WITH new AS (
    SELECT h.hash, min(s.place::BIGINT << 32 | h.game) AS place, arg_min(h.verdict, s.place::BIGINT << 32 | h.game) AS verdict
    FROM hashes h JOIN shards s USING (shard) ANTI JOIN known k ON k.hash = h.hash
    GROUP BY h.hash
)
SELECT (place >> 32)::INTEGER AS shard, (place & 4294967295)::INTEGER AS game, verdict,
       ($last + row_number() OVER (ORDER BY place))::INTEGER AS number
FROM new;
