-- Of the addresses that once answered, how many are gone, by the year of their first capture
SELECT year(first_time) AS year, count(*) AS addresses,
  count(CASE WHEN last_status IN (404, 410) THEN 1 END) AS gone,
  count(CASE WHEN last_status >= 500 THEN 1 END) AS failing
FROM (
  SELECT a.url_surtkey, a.first_time, max(c.fetch_status) AS last_status
  FROM (SELECT url_surtkey, min(fetch_time) AS first_time, max(fetch_time) AS last_time,
      count(CASE WHEN fetch_status = 200 THEN 1 END) AS answers
    FROM captures GROUP BY url_surtkey) a
  JOIN captures c ON c.url_surtkey = a.url_surtkey AND c.fetch_time = a.last_time
  WHERE a.answers > 0
  GROUP BY a.url_surtkey, a.first_time) latest
GROUP BY year(first_time) ORDER BY year
