-- Hashes that strangers asked for and nobody vouches for, apart from the ledger and bounded: made-up
-- ones push out made-up ones, never torrents and never hashes that are known to have peers.
CREATE TABLE hearsay (
  hash ${bytes} PRIMARY KEY,
  asks integer NOT NULL,
  seen bigint NOT NULL
) ${by_key};
-- Those asked for most are looked up first, those asked for least go first.
CREATE INDEX hearsay_by_asks ON hearsay (asks, seen);
