-- Nodes by country, where a database of countries was given.
SELECT s.number, n.snapshot, coalesce(p.country, '??') AS country,
       count(*) AS nodes,
       count(*) FILTER (WHERE n.answered) AS answered,
       count(DISTINCT n.ip) AS addresses
FROM nodes n
JOIN snapshots s ON s.snapshot = n.snapshot
LEFT JOIN places p ON p.ip = n.ip
GROUP BY s.number, n.snapshot, coalesce(p.country, '??')
ORDER BY s.number, nodes DESC, country
