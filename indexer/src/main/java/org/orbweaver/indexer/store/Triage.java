package org.orbweaver.indexer.store;

/** What the store advises to do with a hash that somebody holds in hand. */
public enum Triage {
  /** Never heard of it. */
  UNKNOWN,
  /** Known and due: a claim would give it out. */
  DUE,
  /** Known, but somebody works on it or its time has not come. */
  LATER,
  /** Nothing to do: fetched, private, blocked or given up. */
  SETTLED
}
