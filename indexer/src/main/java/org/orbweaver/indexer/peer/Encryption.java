package org.orbweaver.indexer.peer;

/** When we dial peers with message stream encryption. Whoever dials us may always use it. */
public enum Encryption {
  NEVER,
  /** Plainly first, which costs one round trip less; again if the peer hangs up at that. */
  WHEN_TURNED_AWAY,
  ALWAYS
}
