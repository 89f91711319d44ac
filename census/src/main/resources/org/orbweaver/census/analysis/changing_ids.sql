-- Endpoints with other IDs from snapshot to snapshot: restarts, and IDs on the run. Only those that
-- answered count where the crawl verified them: anybody can tell of an ID that was never there.
WITH grouped AS (
  SELECT n.ip, n.address, n.port,
         count(DISTINCT n.id) AS ids,
         count(DISTINCT s.number) AS snapshots,
         min(s.number) AS first, max(s.number) AS last
  FROM nodes n
  JOIN snapshots s ON s.snapshot = n.snapshot
  WHERE n.answered OR s.mode <> 'verify'
  GROUP BY n.ip, n.address, n.port
  HAVING count(DISTINCT n.id) > 1 AND count(DISTINCT s.number) > 1
),
ranked AS (
  SELECT *,
         row_number() OVER (ORDER BY ids DESC, ip, port) AS place,
         count(*) OVER () AS such_endpoints
  FROM grouped
)
SELECT place, address, port, ids, snapshots, first, last, such_endpoints
FROM ranked
WHERE place <= 50
ORDER BY place
