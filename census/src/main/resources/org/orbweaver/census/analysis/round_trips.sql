-- Round trips of answers, in milliseconds.
SELECT s.number, n.snapshot,
       count(*) AS answers,
       min(n.rtt) / 1000e0 AS least,
       percentile_cont(0.1) WITHIN GROUP (ORDER BY n.rtt) / 1000e0 AS p10,
       percentile_cont(0.5) WITHIN GROUP (ORDER BY n.rtt) / 1000e0 AS median,
       percentile_cont(0.9) WITHIN GROUP (ORDER BY n.rtt) / 1000e0 AS p90,
       percentile_cont(0.99) WITHIN GROUP (ORDER BY n.rtt) / 1000e0 AS p99,
       max(n.rtt) / 1000e0 AS most
FROM nodes n
JOIN snapshots s ON s.snapshot = n.snapshot
WHERE n.rtt IS NOT NULL
GROUP BY s.number, n.snapshot
ORDER BY s.number
