package org.orbweaver.lab.index;

import org.orbweaver.lab.world.World;

/**
 * What an ordinary node sends and receives, as the measure of the load that an indexer puts on
 * others (indexer paper §4: 10 to 20 times as much).
 */
final class NormalClient {
  private NormalClient() {}

  static double packetsPerSecond(World world, long seed) {
    return 1;
  }
}
