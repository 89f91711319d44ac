-- Sessions: how many began at which snapshot and were seen for the last time at which.
-- A node that is missing in two snapshots in a row is gone; one missed snapshot is more often a lost
-- packet. Those of the first snapshots may have begun before, those of the last may go on. "since" is
-- how many snapshots before its beginning the node had been seen, up to 6, or 0 if it never had: who
-- is back so soon was more often missed than away.
WITH seen AS (
  SELECT n.id, n.ip, n.port, s.number,
         lag(s.number) OVER (PARTITION BY n.id, n.ip, n.port ORDER BY s.number) AS before
  FROM nodes n
  JOIN snapshots s ON s.snapshot = n.snapshot
  WHERE n.answered OR s.mode <> 'verify'
),
numbered AS (
  SELECT id, ip, port, number, before,
         sum(CASE WHEN before IS NULL OR number - before > 2 THEN 1 ELSE 0 END)
           OVER (PARTITION BY id, ip, port ORDER BY number ROWS UNBOUNDED PRECEDING) AS session
  FROM seen
),
sessions AS (
  SELECT min(number) AS began, max(number) AS last, min(before) AS before
  FROM numbered
  GROUP BY id, ip, port, session
)
SELECT began, last, coalesce(least(began - before, 6), 0) AS since, count(*) AS sessions
FROM sessions
GROUP BY began, last, coalesce(least(began - before, 6), 0)
ORDER BY began, last, since
