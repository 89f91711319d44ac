-- Nodes whose ID follows from their address (BEP 42). Private addresses tell nothing and are left out.
SELECT s.number, n.snapshot,
       count(*) AS nodes,
       count(*) FILTER (WHERE n.bep42) AS conforming,
       CAST(count(*) FILTER (WHERE n.bep42) AS DOUBLE) / count(*) AS share,
       count(*) FILTER (WHERE n.answered) AS answered,
       count(*) FILTER (WHERE n.answered AND n.bep42) AS answered_conforming
FROM nodes n
JOIN snapshots s ON s.snapshot = n.snapshot
WHERE n.reachable
GROUP BY s.number, n.snapshot
ORDER BY s.number
