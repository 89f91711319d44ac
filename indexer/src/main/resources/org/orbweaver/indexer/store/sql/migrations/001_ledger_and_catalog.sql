-- One schema for both engines. ${bytes} is BLOB or bytea, ${id} the type of a row number;
-- ${by_key} makes SQLite store the rows in
-- the order of the key itself, so that a claim reads neighbours from one page.

-- turn: 0 waits until due, 1 is to be looked up, 2 is to be counted, 3 is leased until due.
-- due: null if nothing will ever happen by itself. All times are seconds since the epoch.
CREATE TABLE hash (
  hash ${bytes} PRIMARY KEY,
  state smallint NOT NULL,
  failures smallint NOT NULL,
  turn smallint NOT NULL,
  due bigint,
  hits bigint NOT NULL,
  first_seen bigint NOT NULL,
  last_seen bigint NOT NULL,
  settled bigint NOT NULL
) ${by_key};

-- Claims take what is ready in key order; what waits is woken by its time. Both indexes hold only
-- the rows that their question is about, so the millions that are settled cost nothing here.
CREATE INDEX hash_ready ON hash (turn, hash) WHERE turn IN (1, 2);
CREATE INDEX hash_waiting ON hash (due) WHERE turn IN (0, 3) AND due IS NOT NULL;

-- What never changes about a torrent, except its tags when the classifier's rules do.
CREATE TABLE torrent (
  id ${id} PRIMARY KEY,
  hash ${bytes} NOT NULL UNIQUE,
  v2_hash ${bytes},
  name text NOT NULL,
  tags text NOT NULL,
  file_count integer NOT NULL,
  files ${bytes} NOT NULL
);

-- What changes all the time or is sorted by: narrow, so that a sort reads few pages.
CREATE TABLE swarm (
  id ${id} PRIMARY KEY,
  seeders integer NOT NULL,
  leechers integer NOT NULL,
  counted bigint NOT NULL,
  alive bigint NOT NULL,
  added bigint NOT NULL,
  size bigint NOT NULL
);
-- The last columns only spare a look at the row.
CREATE INDEX swarm_by_seeders ON swarm (seeders, id, size, added);
CREATE INDEX swarm_by_size ON swarm (size, id, seeders, added);
CREATE INDEX swarm_by_life ON swarm (alive);

CREATE TABLE info (
  id ${id} PRIMARY KEY,
  info ${bytes} NOT NULL
);

CREATE TABLE block_rule (
  words text PRIMARY KEY
);

-- Small facts about the store itself.
CREATE TABLE fact (
  name text PRIMARY KEY,
  value bigint NOT NULL
);
