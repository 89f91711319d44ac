-- Which clients the nodes that answered run, by the two letters of their version.
SELECT s.number, n.snapshot,
       CASE WHEN n.version IS NULL THEN 'none'
            WHEN length(n.version) = 6 THEN substring(n.version, 1, 2)
            ELSE 'other' END AS client,
       count(*) AS nodes
FROM nodes n
JOIN snapshots s ON s.snapshot = n.snapshot
WHERE n.answered
GROUP BY s.number, n.snapshot,
         CASE WHEN n.version IS NULL THEN 'none'
              WHEN length(n.version) = 6 THEN substring(n.version, 1, 2)
              ELSE 'other' END
ORDER BY s.number, nodes DESC, client
