package org.orbweaver.sim.world;

import java.util.BitSet;

/**
 * The crawler that the world is calibrated with, and no more than that: Splider's iterative rival.
 * It sends four random targets to every node it hears of; one that fails to answer the first is not
 * asked again, so a dead node costs one packet.
 */
final class BreadthFirstCrawl {
  private static final int TARGETS = 4;

  private final Population population;
  private final Liveness liveness;
  private final RoutingTables tables;
  private final long targetSeed;
  private final BitSet heard;
  private final int[] queue;
  private int queued;
  private long packets;

  BreadthFirstCrawl(Population population, Liveness liveness, double tableShare) {
    this.population = population;
    this.liveness = liveness;
    this.tables = new RoutingTables(population, liveness, tableShare);
    this.targetSeed = Mix.seedFor(population.options().seed(), "crawler's targets");
    this.heard = new BitSet(population.size());
    this.queue = new int[population.size()];
  }

  /** Starts at the first live node and ends when nobody new is heard of. */
  void run() {
    int start = 0;
    while (!liveness.live(start, 0)) {
      start++;
    }
    hear(start);
    int[] reply = new int[RoutingTables.BUCKET_SIZE];
    for (int next = 0; next < queued; next++) {
      ask(queue[next], reply);
    }
  }

  private void ask(int node, int[] reply) {
    if (!liveness.live(node, 0)) {
      packets++;
      return;
    }
    for (int i = 0; i < TARGETS; i++) {
      packets++;
      long target = Mix.hash(targetSeed, population.keys().high(node), i);
      int found = tables.findNode(node, target, 0, reply);
      for (int j = 0; j < found; j++) {
        hear(reply[j]);
      }
    }
  }

  private void hear(int node) {
    if (!heard.get(node)) {
      heard.set(node);
      queue[queued++] = node;
    }
  }

  /** How many nodes were heard of, live or dead. */
  int captured() {
    return queued;
  }

  long packets() {
    return packets;
  }

  boolean heardOf(int node) {
    return heard.get(node);
  }
}
