package org.orbweaver.indexer.store.sql;

/**
 * The two word indexes. What many search for is mostly found among the few torrents that many have:
 * the second index holds only those, so that a frequent word's best-seeded torrents are found
 * without looking at all that have the word.
 */
enum WordTable {
  ALL("words"),
  POPULAR("popular_words");

  /** A torrent with so many seeders is popular; about one in twenty is. */
  private static final int POPULAR_SEEDERS = 10;

  private final String table;

  WordTable(String table) {
    this.table = table;
  }

  /** Its name in the database. */
  String table() {
    return table;
  }

  static boolean isPopular(int seeders) {
    return seeders >= POPULAR_SEEDERS;
  }
}
