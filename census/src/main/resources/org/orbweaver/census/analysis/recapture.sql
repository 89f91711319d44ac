-- Capture and recapture: the population behind two snapshots in a row, by Chapman's estimator.
-- m of the n1 nodes of the first were met again among the n2 of the second, so there are
-- (n1+1)(n2+1)/(m+1) - 1. It holds where nobody came or went in between: churn raises it, and
-- the smaller the pause, the less. The interval is the normal one of 95 %.
WITH seen AS (
  SELECT s.number, n.answered,
         lag(s.number) OVER (PARTITION BY n.id, n.ip, n.port ORDER BY s.number) AS before
  FROM nodes n
  JOIN snapshots s ON s.snapshot = n.snapshot
  WHERE n.answered OR s.mode <> 'verify'
),
caught AS (
  SELECT number,
         CAST(count(*) AS DOUBLE) AS nodes,
         CAST(count(*) FILTER (WHERE before = number - 1) AS DOUBLE) AS again
  FROM seen
  GROUP BY number
),
pairs AS (
  SELECT b.number, a.nodes AS n1, b.nodes AS n2, b.again AS m
  FROM caught a
  JOIN caught b ON b.number = a.number + 1
),
estimated AS (
  SELECT number, n1, n2, m,
         (n1 + 1e0) * (n2 + 1e0) / (m + 1e0) - 1e0 AS population,
         sqrt((n1 + 1e0) * (n2 + 1e0) * (n1 - m) * (n2 - m) / ((m + 1e0) * (m + 1e0) * (m + 2e0)))
           AS deviation
  FROM pairs
)
SELECT e.number, a.snapshot AS first, b.snapshot AS second,
       CAST(n1 AS BIGINT) AS first_nodes,
       CAST(n2 AS BIGINT) AS second_nodes,
       CAST(m AS BIGINT) AS in_both,
       population,
       population - 1.96e0 * deviation AS low,
       population + 1.96e0 * deviation AS high
FROM estimated e
JOIN snapshots b ON b.number = e.number
JOIN snapshots a ON a.number = e.number - 1
ORDER BY e.number
