SELECT game, hash, file, number, verdict, text FROM games WHERE game = ?;
