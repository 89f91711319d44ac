-- The addresses with the most IDs: sybils, and large carrier NATs. The 25 of each snapshot.
WITH grouped AS (
  SELECT snapshot, ip, address,
         count(DISTINCT id) AS ids,
         count(DISTINCT port) AS ports,
         count(*) AS nodes,
         count(*) FILTER (WHERE answered) AS answered
  FROM nodes
  GROUP BY snapshot, ip, address
  HAVING count(DISTINCT id) > 1
),
ranked AS (
  SELECT *, row_number() OVER (PARTITION BY snapshot ORDER BY ids DESC, ip) AS place
  FROM grouped
)
SELECT s.number, r.snapshot, r.place, r.address, r.ids, r.ports, r.nodes, r.answered,
       p.country, p.asn, p.network
FROM ranked r
JOIN snapshots s ON s.snapshot = r.snapshot
LEFT JOIN places p ON p.ip = r.ip
WHERE r.place <= 25
ORDER BY s.number, r.place
