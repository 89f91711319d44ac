package org.orbweaver.indexer.torrent;

/** Which generation of the protocol an info dictionary serves. */
public enum TorrentForm {
  /** BEP 3: SHA-1. */
  V1,
  /** BEP 52: SHA-256, found in the DHT under the first 20 bytes of its hash. */
  V2,
  /** One info dictionary with both; its swarm gathers under both hashes. */
  HYBRID
}
