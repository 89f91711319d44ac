package org.orbweaver.lab.index;

import java.util.Arrays;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.sim.world.Population;
import org.orbweaver.wire.Outbox;

/** How many packets of ours each node of a world got. */
final class NodeLoad implements Outbox {
  private final Population population;
  private final int[] packets;
  private long all;

  NodeLoad(Population population) {
    this.population = population;
    this.packets = new int[population.size()];
  }

  @Override
  public boolean send(Endpoint local, Endpoint to, byte[] packet, int length) {
    all++;
    int node = population.at(to);
    if (node != Population.NOBODY) {
      packets[node]++;
    }
    return true;
  }

  long all() {
    return all;
  }

  double mean() {
    return Arrays.stream(packets).average().orElse(0);
  }

  /** What the busiest got. */
  int most() {
    return Arrays.stream(packets).max().orElse(0);
  }
}
