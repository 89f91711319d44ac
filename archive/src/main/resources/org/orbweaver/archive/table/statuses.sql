-- How servers answered
SELECT fetch_status AS status, count(*) AS captures, count(DISTINCT url_host_name) AS hosts
FROM captures GROUP BY fetch_status ORDER BY status
