-- Games that are there and were given again: as new as those before the last place where that was, see versions.py.
WITH again AS (
    SELECT h.hash, max(s.place::BIGINT << 32 | h.game) AS place
    FROM hashes h JOIN shards s USING (shard) SEMI JOIN known k ON k.hash = h.hash
    GROUP BY h.hash
)
SELECT a.hash, (coalesce(n.number, $last) + 1)::INTEGER
FROM again a ASOF LEFT JOIN (SELECT shard::BIGINT << 32 | game AS place, number FROM numbered) n ON a.place > n.place;
