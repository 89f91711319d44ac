-- The hosts with most captures
SELECT url_host_name AS host, count(*) AS captures, count(DISTINCT url_surtkey) AS addresses,
  CAST(sum(warc_record_length) AS BIGINT) AS bytes
FROM captures GROUP BY url_host_name ORDER BY captures DESC, host LIMIT 100
