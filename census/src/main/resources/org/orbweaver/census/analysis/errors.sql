-- What became of the nodes that were asked.
WITH contacts AS (
  SELECT snapshot, asked,
         CASE WHEN answered THEN 'answered'
              WHEN error IS NOT NULL THEN error
              ELSE 'not asked' END AS outcome
  FROM nodes
)
SELECT s.number, c.snapshot, c.outcome,
       count(*) AS nodes,
       CAST(sum(c.asked) AS BIGINT) AS packets
FROM contacts c
JOIN snapshots s ON s.snapshot = c.snapshot
GROUP BY s.number, c.snapshot, c.outcome
ORDER BY s.number, nodes DESC, c.outcome
