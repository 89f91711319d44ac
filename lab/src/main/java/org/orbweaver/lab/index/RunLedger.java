package org.orbweaver.lab.index;

import java.util.Map;
import org.orbweaver.indexer.store.HashLedger;
import org.orbweaver.kademlia.Key;

/** The ledger of a run and what the experiment wants to know of it afterwards. */
interface RunLedger {
  HashLedger ledger();

  /** Whether the run came to know the hash. */
  boolean knows(Key hash);

  /** How many hashes the run came to know. */
  long seen();

  /** The names of all torrents in the catalog. */
  Map<Key, String> names();
}
