-- Something worth looking at: people's games before those of bots, whole ones before others, the newest first.
SELECT game, hash, verdict, text FROM games
WHERE game = (
    SELECT game FROM games
    WHERE verdict <> 'unreadable'
    ORDER BY kind = 'human' DESC, over AND certain DESC, verdict <> 'impossible' DESC, date DESC NULLS LAST, game DESC
    LIMIT 1
);
