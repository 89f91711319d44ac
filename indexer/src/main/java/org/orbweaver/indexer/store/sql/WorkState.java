package org.orbweaver.indexer.store.sql;

/** Whose turn a hash is. The numbers are in databases and in their index definitions. */
enum WorkState {
  /** Nobody's until it is due, if ever. */
  WAITING,
  /** A lookup's. */
  LOOKUP,
  /** A swarm count's. */
  COUNT,
  /** Its holder's until it is due. */
  LEASED;

  private static final WorkState[] BY_CODE = values();

  int code() {
    return ordinal();
  }

  static WorkState of(int code) {
    return BY_CODE[code];
  }
}
