-- Bodies that were captured under several addresses
SELECT addresses, count(*) AS bodies, CAST(sum(captures) AS BIGINT) AS captures
FROM (SELECT content_digest, count(DISTINCT url_surtkey) AS addresses, count(*) AS captures
  FROM captures WHERE fetch_status = 200 GROUP BY content_digest) body
WHERE addresses > 1 GROUP BY addresses ORDER BY addresses
