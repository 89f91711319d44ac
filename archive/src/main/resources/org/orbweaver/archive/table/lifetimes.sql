-- Addresses by how often they were captured, and how many versions they had
SELECT captures, count(*) AS addresses, CAST(sum(versions) AS BIGINT) AS versions
FROM (SELECT url_surtkey, count(*) AS captures, count(DISTINCT content_digest) AS versions
  FROM captures GROUP BY url_surtkey) address
GROUP BY captures ORDER BY captures
