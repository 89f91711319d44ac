-- Nodes at addresses that nobody on the public Internet can reach: lies, leaks and mistakes.
WITH kinds AS (
  SELECT snapshot, answered,
         CASE
           WHEN port = 0 THEN 'port 0'
           WHEN hex(ip) LIKE '00000000000000000000FFFF0A%' THEN '10.0.0.0/8'
           WHEN hex(ip) LIKE '00000000000000000000FFFFC0A8%' THEN '192.168.0.0/16'
           WHEN hex(ip) BETWEEN '00000000000000000000FFFFAC100000' AND '00000000000000000000FFFFAC1FFFFF'
             THEN '172.16.0.0/12'
           WHEN hex(ip) BETWEEN '00000000000000000000FFFF64400000' AND '00000000000000000000FFFF647FFFFF'
             THEN '100.64.0.0/10'
           WHEN hex(ip) LIKE '00000000000000000000FFFFA9FE%' THEN '169.254.0.0/16'
           WHEN hex(ip) LIKE '00000000000000000000FFFF7F%' THEN '127.0.0.0/8'
           WHEN hex(ip) >= '00000000000000000000FFFFE0000000' AND hex(ip) LIKE '00000000000000000000FFFF%'
             THEN '224.0.0.0/3'
           WHEN hex(ip) LIKE '00000000000000000000FFFF%' THEN 'other IPv4'
           WHEN hex(ip) LIKE 'FC%' OR hex(ip) LIKE 'FD%' THEN 'fc00::/7'
           WHEN hex(ip) LIKE 'FE8%' OR hex(ip) LIKE 'FE9%' OR hex(ip) LIKE 'FEA%' OR hex(ip) LIKE 'FEB%'
             THEN 'fe80::/10'
           ELSE 'other IPv6'
         END AS kind
  FROM nodes
  WHERE NOT reachable
)
SELECT s.number, k.snapshot, k.kind,
       count(*) AS nodes,
       count(*) FILTER (WHERE k.answered) AS answered
FROM kinds k
JOIN snapshots s ON s.snapshot = k.snapshot
GROUP BY s.number, k.snapshot, k.kind
ORDER BY s.number, nodes DESC, k.kind
