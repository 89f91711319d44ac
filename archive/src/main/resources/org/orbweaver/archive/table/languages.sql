-- Pages by language
SELECT content_languages AS language, count(*) AS captures, count(DISTINCT url_surtkey) AS pages
FROM captures WHERE fetch_status = 200 AND content_mime_detected LIKE '%html%'
GROUP BY content_languages ORDER BY captures DESC, language
