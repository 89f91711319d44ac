-- Round trips in classes of 20 ms; whatever took two seconds or more is in the last.
SELECT s.number, n.snapshot,
       CAST(least(floor(n.rtt / 20000e0), 100e0) * 20 AS INTEGER) AS from_ms,
       count(*) AS answers
FROM nodes n
JOIN snapshots s ON s.snapshot = n.snapshot
WHERE n.rtt IS NOT NULL
GROUP BY s.number, n.snapshot, CAST(least(floor(n.rtt / 20000e0), 100e0) * 20 AS INTEGER)
ORDER BY s.number, from_ms
