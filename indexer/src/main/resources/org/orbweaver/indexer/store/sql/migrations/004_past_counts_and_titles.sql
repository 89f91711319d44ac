-- What swarms were before the latest count, all of one torrent in one blob: read for one torrent at
-- a time, written when a swarm is counted again.
CREATE TABLE past_counts (
  id ${id} PRIMARY KEY,
  counts ${bytes} NOT NULL
);

-- Names that other databases have for films and series, as the user brought them. A number of a
-- source may have several names; folded is the name's words, as the word index has them.
CREATE TABLE title (
  source smallint NOT NULL,
  number bigint NOT NULL,
  folded text NOT NULL,
  name text NOT NULL,
  year integer,
  series smallint NOT NULL,
  PRIMARY KEY (source, number, folded)
) ${by_key};
CREATE INDEX title_by_name ON title (folded, year);

-- Torrents of older indexes lack tags that came since; they are labelled again bit by bit.
INSERT INTO fact (name, value) SELECT 'relabel_until', coalesce(max(id), 0) FROM torrent;
INSERT INTO fact (name, value) VALUES ('relabelled_until', 0);
