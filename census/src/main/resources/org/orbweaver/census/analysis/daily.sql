-- The network over the hours of the day (UTC): nodes in the mean snapshot of each hour.
WITH counted AS (
  SELECT s.number,
         CAST(floor(s.started / 3600e6) AS BIGINT) % 24 AS hour,
         CAST(count(*) AS DOUBLE) AS nodes,
         CAST(count(*) FILTER (WHERE n.answered) AS DOUBLE) AS answered
  FROM nodes n
  JOIN snapshots s ON s.snapshot = n.snapshot
  GROUP BY s.number, CAST(floor(s.started / 3600e6) AS BIGINT) % 24
)
SELECT hour,
       count(*) AS snapshots,
       avg(nodes) AS nodes,
       avg(answered) AS answered,
       avg(nodes) / (SELECT avg(nodes) FROM counted) AS of_mean
FROM counted
GROUP BY hour
ORDER BY hour
