-- One table of games as Parquet, a folder for each board and month.
COPY (
    SELECT t.* EXCLUDE (game), t.game, g.board AS "board", coalesce(strftime(g.date, '%Y-%m'), 'unknown') AS "month"
    FROM (SELECT COLUMNS(lambda name: name <> 'board') FROM $table) t
    JOIN (SELECT game, board, date FROM games) g ON g.game = t.game
    ORDER BY t.game
) TO $folder (FORMAT parquet, PARTITION_BY (board, month), COMPRESSION zstd);
