-- What was captured, by media type
SELECT content_mime_detected AS type, count(*) AS captures,
  count(DISTINCT url_surtkey) AS addresses, CAST(sum(warc_record_length) AS BIGINT) AS bytes
FROM captures GROUP BY content_mime_detected ORDER BY captures DESC, type
