package org.orbweaver.indexer.store.sql;

import org.orbweaver.indexer.search.Sort;

/** An order that an index of the swarm table has. Torrents are numbered as they arrive. */
enum SwarmOrder {
  SEEDERS("s.seeders DESC, s.id DESC", "swarm_by_seeders"),
  NEWEST("s.id DESC", ""),
  OLDEST("s.id ASC", ""),
  LARGEST("s.size DESC, s.id DESC", "swarm_by_size"),
  SMALLEST("s.size ASC, s.id ASC", "swarm_by_size");

  private final String clause;
  private final String index;

  SwarmOrder(String clause, String index) {
    this.clause = clause;
    this.index = index;
  }

  String clause() {
    return clause;
  }

  /** Empty where the order is that of the table itself. */
  String index() {
    return index;
  }

  /** By relevance means: the best of those with most seeders. */
  static SwarmOrder of(Sort sort) {
    return switch (sort) {
      case RELEVANCE, SEEDERS -> SEEDERS;
      case NEWEST -> NEWEST;
      case OLDEST -> OLDEST;
      case LARGEST -> LARGEST;
      case SMALLEST -> SMALLEST;
    };
  }
}
