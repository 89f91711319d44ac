package org.orbweaver.census;

import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

/**
 * The nodes of one snapshot by number, from 0 to size − 1, each pair of ID and endpoint once.
 * Analyses ask for the same node several times and keep next to nothing of it, so that a snapshot
 * of 16 million nodes can be looked at where it lies: in a crawl's known set, in the columns of a
 * file, or in a world that computes them.
 */
public interface SnapshotNodes {
  int size();

  Key id(int node);

  Endpoint endpoint(int node);

  /** The first 64 bits of the ID: all that an order among millions of nodes needs. */
  default long idHigh(int node) {
    return id(node).high();
  }
}
