-- How often a later visit found something new, by host
SELECT url_host_name AS host, count(*) AS visits,
  count(CASE WHEN content_digest <> before THEN 1 END) AS changed
FROM (
  SELECT url_host_name, content_digest,
    lag(content_digest) OVER (PARTITION BY url_surtkey ORDER BY fetch_time) AS before
  FROM captures WHERE fetch_status IN (200, 304)) visited
WHERE before IS NOT NULL
GROUP BY url_host_name ORDER BY visits DESC, host LIMIT 100
