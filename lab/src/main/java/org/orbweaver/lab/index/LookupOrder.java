package org.orbweaver.lab.index;

/** In which order collected hashes are looked up (indexer paper §2.6). */
public enum LookupOrder {
  NATURAL,
  MOST_SEEN,
  NEWEST,
  RANDOM
}
