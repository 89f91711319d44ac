-- An inverted index of lexemes without positions. What the words are, is decided in Java
-- (indexer.search.Words). The table is apart from swarm, for else every recount would write the
-- row's hundred entries to the index again.
CREATE SEQUENCE torrent_id;
CREATE TABLE words (
  id bigint PRIMARY KEY,
  words tsvector NOT NULL
) WITH (toast_tuple_target = 128);
CREATE INDEX words_index ON words USING gin (words);
-- The planner's list of frequent words is what tells common from rare ones: keep it long.
ALTER TABLE words ALTER COLUMN words SET STATISTICS 1000;

-- The same for well-seeded torrents only.
CREATE TABLE popular_words (
  id bigint PRIMARY KEY,
  words tsvector NOT NULL
) WITH (toast_tuple_target = 128);
CREATE INDEX popular_words_index ON popular_words USING gin (words);
