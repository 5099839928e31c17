-- Why games that pass the filters are not looked at: the first reason of each.
SELECT CASE WHEN verdict = 'unreadable' THEN 'unreadable'
            WHEN $verdict IS NOT NULL THEN verdict
            WHEN verdict = 'impossible' THEN 'with problems'
            WHEN NOT over THEN 'not over'
            ELSE 'without a known result' END AS reason,
       count(*) AS games
FROM passing_games
WHERE CASE WHEN $verdict IS NULL THEN NOT counts(decided, verdict) ELSE verdict <> $verdict END
GROUP BY reason
ORDER BY games DESC, reason;
