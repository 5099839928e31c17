-- The start of a hash is enough; if it is that of several games, the first one is meant.
SELECT game, hash, verdict, text FROM games WHERE starts_with(hash, $hash) ORDER BY game LIMIT 1;
