package org.orbweaver.lab.suspects;

import org.orbweaver.census.SnapshotNodes;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.sim.world.Population;

/** A perfect snapshot: everybody in a world. */
record WorldNodes(Population population) implements SnapshotNodes {
  @Override
  public int size() {
    return population.size();
  }

  @Override
  public Key id(int node) {
    return population.key(node);
  }

  @Override
  public Endpoint endpoint(int node) {
    return population.endpoint(node);
  }
}
