-- From each snapshot to the next: who stayed, who is gone, who is new.
-- Only nodes that answered count where the crawl verified them: tables go on naming nodes that are
-- gone.
WITH seen AS (
  SELECT s.number,
         lag(s.number) OVER (PARTITION BY n.id, n.ip, n.port ORDER BY s.number) AS before
  FROM nodes n
  JOIN snapshots s ON s.snapshot = n.snapshot
  WHERE n.answered OR s.mode <> 'verify'
),
counted AS (
  SELECT number,
         count(*) AS nodes,
         count(*) FILTER (WHERE before = number - 1) AS stayed,
         count(*) FILTER (WHERE before < number - 1) AS returned
  FROM seen
  GROUP BY number
)
SELECT b.number, sa.snapshot AS first, sb.snapshot AS second,
       (sb.started - sa.started) / 1e6 AS seconds,
       b.stayed,
       a.nodes - b.stayed AS gone,
       b.nodes - b.stayed AS new,
       b.returned,
       CAST(a.nodes - b.stayed AS DOUBLE) / nullif(a.nodes, 0) AS gone_share
FROM counted a
JOIN counted b ON b.number = a.number + 1
JOIN snapshots sa ON sa.number = a.number
JOIN snapshots sb ON sb.number = b.number
ORDER BY b.number
