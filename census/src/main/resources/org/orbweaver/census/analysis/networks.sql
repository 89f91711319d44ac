-- The 50 largest networks (autonomous systems) of each snapshot, where a database of them was given.
WITH counted AS (
  SELECT n.snapshot, p.asn, max(p.network) AS network,
         count(*) AS nodes,
         count(*) FILTER (WHERE n.answered) AS answered,
         count(DISTINCT n.ip) AS addresses
  FROM nodes n
  JOIN places p ON p.ip = n.ip
  WHERE p.asn IS NOT NULL
  GROUP BY n.snapshot, p.asn
),
ranked AS (
  SELECT *,
         row_number() OVER (PARTITION BY snapshot ORDER BY nodes DESC, asn) AS place,
         count(*) OVER (PARTITION BY snapshot) AS networks
  FROM counted
)
SELECT s.number, r.snapshot, r.place, r.asn, r.network, r.nodes, r.answered, r.addresses, r.networks
FROM ranked r
JOIN snapshots s ON s.snapshot = r.snapshot
WHERE r.place <= 50
ORDER BY s.number, r.place
