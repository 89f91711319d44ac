-- How many nodes, IDs and addresses each snapshot has, and what the crawl itself believed.
WITH counted AS (
  SELECT snapshot,
         count(*) AS nodes,
         count(*) FILTER (WHERE answered) AS answered,
         count(DISTINCT id) AS ids,
         count(DISTINCT ip) AS addresses,
         count(*) FILTER (WHERE address LIKE '%:%') AS ipv6_nodes
  FROM nodes
  GROUP BY snapshot
)
SELECT s.number, s.snapshot, s.started, s.ended, s.mode,
       coalesce(c.nodes, 0) AS nodes,
       coalesce(c.answered, 0) AS answered,
       coalesce(c.ids, 0) AS ids,
       coalesce(c.addresses, 0) AS addresses,
       coalesce(c.ipv6_nodes, 0) AS ipv6_nodes,
       s.packets, s.answers, s.estimated_live, s.estimated_nodes, s.estimated_recall,
       s.planted, s.planted_found
FROM snapshots s
LEFT JOIN counted c ON c.snapshot = s.snapshot
ORDER BY s.number
