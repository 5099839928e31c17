-- The games that are to be analysed: those that nobody did, or another model, or with less than is asked for now.
SELECT g.hash
FROM games g LEFT JOIN models m USING (board) LEFT JOIN analyses a USING (game)
WHERE a.game IS NULL
   OR a.model <> if(g.verdict = 'unreadable', '', coalesce(m.model, ''))
   OR (a.reason IS NULL AND ($luck AND NOT a.weighed OR a.basis <> 'all cards' AND a.worlds < $worlds))
ORDER BY g.game;
