-- An inverted index and nothing else: no copy of the text (content=''), no positions
-- (detail=none). What the words are, is decided in Java (indexer.search.Words) and handed over
-- separated by spaces; the tokenizer only has to take them apart again.
CREATE VIRTUAL TABLE words USING fts5(
  text, content='', contentless_delete=1, detail=none, tokenize="ascii tokenchars '_'"
);
-- The same for well-seeded torrents only.
CREATE VIRTUAL TABLE popular_words USING fts5(
  text, content='', contentless_delete=1, detail=none, tokenize="ascii tokenchars '_'"
);
