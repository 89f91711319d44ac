-- Sessions: how many began at which snapshot and were seen for the last time at which.
-- A node that is missing in two snapshots in a row is gone; one missed snapshot is more often a lost
-- packet. Those of the first snapshots may have begun before, those of the last may go on.
WITH seen AS (
  SELECT n.id, n.ip, n.port, s.number,
         lag(s.number) OVER (PARTITION BY n.id, n.ip, n.port ORDER BY s.number) AS before
  FROM nodes n
  JOIN snapshots s ON s.snapshot = n.snapshot
  WHERE n.answered OR s.mode <> 'verify'
),
numbered AS (
  SELECT id, ip, port, number,
         sum(CASE WHEN before IS NULL OR number - before > 2 THEN 1 ELSE 0 END)
           OVER (PARTITION BY id, ip, port ORDER BY number ROWS UNBOUNDED PRECEDING) AS session
  FROM seen
),
sessions AS (
  SELECT min(number) AS began, max(number) AS last
  FROM numbered
  GROUP BY id, ip, port, session
)
SELECT began, last, count(*) AS sessions
FROM sessions
GROUP BY began, last
ORDER BY began, last
