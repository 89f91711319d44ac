-- One ID at several addresses within a snapshot: copied installations, moved nodes, stolen IDs.
WITH grouped AS (
  SELECT snapshot, id,
         count(DISTINCT ip) AS addresses,
         count(*) AS nodes,
         count(*) FILTER (WHERE answered) AS answered
  FROM nodes
  GROUP BY snapshot, id
  HAVING count(DISTINCT ip) > 1
),
ranked AS (
  SELECT *,
         row_number() OVER (PARTITION BY snapshot ORDER BY addresses DESC, id) AS place,
         count(*) OVER (PARTITION BY snapshot) AS such_ids
  FROM grouped
)
SELECT s.number, r.snapshot, r.place, hex(r.id) AS id, r.addresses, r.nodes, r.answered, r.such_ids
FROM ranked r
JOIN snapshots s ON s.snapshot = r.snapshot
WHERE r.place <= 25
ORDER BY s.number, r.place
