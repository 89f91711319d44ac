package org.orbweaver.lab.splider;

import org.jspecify.annotations.Nullable;

/**
 * One strategy in one strange world.
 *
 * @param recall of the live nodes
 * @param recallError by how much its own estimate of that was too high, in points of a hundred
 */
public record WorldLine(
    String strategy,
    long seed,
    double deadShare,
    double deadKept,
    double spread,
    double recall,
    @Nullable Double estimatedRecall,
    @Nullable Double recallError,
    double nodesPerPacket) {
  static WorldLine of(
      String strategy, long seed, StrangeWorlds.Nature nature, CrawlFigures figures) {
    double estimate = figures.belief().recall();
    boolean known = !Double.isNaN(estimate);
    return new WorldLine(
        strategy,
        seed,
        nature.deadShare(),
        nature.habits().deadKept(),
        nature.habits().spread(),
        figures.liveRecall(),
        known ? estimate : null,
        known ? 100 * (estimate - figures.liveRecall()) : null,
        (double) figures.captured() / figures.packets());
  }
}
