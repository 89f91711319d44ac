package org.orbweaver.indexer.search;

/** The orders in which results can be had. */
public enum Sort {
  RELEVANCE,
  SEEDERS,
  NEWEST,
  OLDEST,
  LARGEST,
  SMALLEST
}
