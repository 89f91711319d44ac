-- Records by size: digits of their length in bytes
SELECT CAST(floor(log10(warc_record_length)) AS INTEGER) + 1 AS digits, count(*) AS captures,
  CAST(sum(warc_record_length) AS BIGINT) AS bytes
FROM captures WHERE warc_record_length > 0
GROUP BY CAST(floor(log10(warc_record_length)) AS INTEGER) ORDER BY digits
