-- Captures and addresses month by month, and how many addresses were new
SELECT year(c.fetch_time) AS year, month(c.fetch_time) AS month,
  count(*) AS captures, count(DISTINCT c.url_surtkey) AS addresses,
  count(DISTINCT CASE WHEN c.fetch_time = f.first_time THEN c.url_surtkey END) AS new_addresses,
  CAST(sum(c.warc_record_length) AS BIGINT) AS bytes
FROM captures c
JOIN (SELECT url_surtkey, min(fetch_time) AS first_time FROM captures GROUP BY url_surtkey) f
  ON f.url_surtkey = c.url_surtkey
GROUP BY year(c.fetch_time), month(c.fetch_time)
ORDER BY year, month
