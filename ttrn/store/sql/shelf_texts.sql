-- The texts of the games that pass the filters, in the order of their list, without those that cannot be read.
WITH best AS (SELECT game, max(score) AS best FROM seats GROUP BY game)
SELECT text FROM games LEFT JOIN best USING (game)
WHERE $where AND verdict <> $unreadable
ORDER BY $order
LIMIT $page_count;
