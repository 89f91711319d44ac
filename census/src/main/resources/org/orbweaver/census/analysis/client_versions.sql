-- The 40 most common versions of each snapshot, among the nodes that answered.
WITH counted AS (
  SELECT snapshot, coalesce(version, 'none') AS version, count(*) AS nodes
  FROM nodes
  WHERE answered
  GROUP BY snapshot, coalesce(version, 'none')
),
ranked AS (
  SELECT *, row_number() OVER (PARTITION BY snapshot ORDER BY nodes DESC, version) AS place
  FROM counted
)
SELECT s.number, r.snapshot, r.place, r.version, r.nodes
FROM ranked r
JOIN snapshots s ON s.snapshot = r.snapshot
WHERE r.place <= 40
ORDER BY s.number, r.place
