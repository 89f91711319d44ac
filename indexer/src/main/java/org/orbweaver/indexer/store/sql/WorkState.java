package org.orbweaver.indexer.store.sql;

import java.util.Arrays;

/** Whose turn a hash is. The numbers are in databases and in their index definitions. */
enum WorkState {
  /** Nobody's until it is due, if ever. */
  WAITING(0),
  /** A lookup's. */
  LOOKUP(1),
  /** A swarm count's. */
  COUNT(2),
  /** Its holder's until it is due. */
  LEASED(3);

  private final int code;

  WorkState(int code) {
    this.code = code;
  }

  /** What stands for it in the table, whatever the order of these names. */
  int code() {
    return code;
  }

  static WorkState of(int code) {
    return Arrays.stream(values()).filter(state -> state.code == code).findFirst().orElseThrow();
  }
}
