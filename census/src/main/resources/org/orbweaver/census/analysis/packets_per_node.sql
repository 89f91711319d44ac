-- What the crawl imposed on others: how many nodes were sent how many packets.
SELECT s.number, n.snapshot, n.asked AS packets,
       count(*) AS nodes
FROM nodes n
JOIN snapshots s ON s.snapshot = n.snapshot
GROUP BY s.number, n.snapshot, n.asked
ORDER BY s.number, n.asked
