-- IDs in each of the 256 8-bit subspaces: even, as hashes are, where the crawl has no blind spot.
SELECT s.number, n.snapshot,
       substring(hex(n.id), 1, 2) AS prefix,
       count(DISTINCT n.id) AS ids,
       count(*) AS nodes
FROM nodes n
JOIN snapshots s ON s.snapshot = n.snapshot
GROUP BY s.number, n.snapshot, substring(hex(n.id), 1, 2)
ORDER BY s.number, prefix
