package org.orbweaver.indexer.store;

/** Where an infohash stands. The numbers are in databases: never change one. */
public enum HashState {
  /** Heard of, not looked up yet. */
  NEW(0),
  /** The lookup found peers, but the metadata has not come (yet). */
  LOOKED_UP(1),
  /** The lookup found nobody. */
  NO_PEERS(2),
  /** There were peers, and none of them gave the metadata. */
  FAILED(3),
  /** Its torrent is in the catalog. */
  FETCHED(4),
  /** Its metadata says that it is private (BEP 27): nothing but the hash is kept. */
  PRIVATE(5),
  /** On the block list: never looked up, never kept. */
  BLOCKED(6),
  /** Failed so often that only new sightings wake it up. */
  GIVEN_UP(7);

  private static final HashState[] BY_CODE = values();

  private final int code;

  HashState(int code) {
    this.code = code;
  }

  public int code() {
    return code;
  }

  public static HashState of(int code) {
    return BY_CODE[code];
  }
}
