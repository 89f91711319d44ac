package org.orbweaver.lab.index;

import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.sim.net.VirtualClock;
import org.orbweaver.sim.world.Population;
import org.orbweaver.wire.Outbox;

/** Counts what is sent into each 64th of the keyspace, ten seconds at a time. */
final class RegionLoad implements Outbox {
  private static final int BITS = 6;
  private static final long WINDOW = 10_000_000_000L;

  private final Population population;
  private final int[] window = new int[1 << BITS];
  private @Nullable VirtualClock clock;
  private long windowEnds;
  private double sum;
  private int windows;

  RegionLoad(Population population) {
    this.population = population;
  }

  void begin(VirtualClock time) {
    clock = time;
    windowEnds = time.now() + WINDOW;
  }

  @Override
  public boolean send(Endpoint local, Endpoint to, byte[] packet, int length) {
    if (clock == null) {
      return true;
    }
    if (clock.now() >= windowEnds) {
      endWindow();
      windowEnds = clock.now() + WINDOW;
    }
    int node = population.at(to);
    if (node != Population.NOBODY) {
      window[(int) (population.key(node).high() >>> (Long.SIZE - BITS))]++;
    }
    return true;
  }

  private void endWindow() {
    int most = 0;
    int all = 0;
    for (int region = 0; region < window.length; region++) {
      most = Math.max(most, window[region]);
      all += window[region];
      window[region] = 0;
    }
    if (all >= 10 * window.length) {
      sum += (double) most * window.length / all;
      windows++;
    }
  }

  /** The busiest region's load in units of the mean, on average over all busy windows. */
  double busiest() {
    return windows == 0 ? 0 : sum / windows;
  }
}
