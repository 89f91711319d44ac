-- How many addresses hold how many IDs, in classes that double: 1, 2-3, 4-7, …
WITH grouped AS (
  SELECT snapshot, ip, count(DISTINCT id) AS ids
  FROM nodes
  GROUP BY snapshot, ip
),
classed AS (
  SELECT snapshot, ids, CAST(floor(ln(ids + 0.5e0) / ln(2e0)) AS INTEGER) AS class FROM grouped
)
SELECT s.number, c.snapshot, c.class,
       min(c.ids) AS fewest, max(c.ids) AS most,
       count(*) AS addresses,
       CAST(sum(c.ids) AS BIGINT) AS ids
FROM classed c
JOIN snapshots s ON s.snapshot = c.snapshot
GROUP BY s.number, c.snapshot, c.class
ORDER BY s.number, c.class
