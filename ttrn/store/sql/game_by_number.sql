SELECT game, hash, verdict, text FROM games WHERE game = $number;
