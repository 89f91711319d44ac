package org.orbweaver.sim.world;

/** The ports of a host's nodes: the first one's, and after it the others' in a row. */
final class Ports {
  private static final int LOWEST = 1024;
  private static final int COUNT = 65536 - LOWEST;
  private static final int CUSTOMARY = 6881;
  private static final double CUSTOMARY_SHARE = 0.2;

  private final long seed;
  private final int fixed;

  private Ports(long seed, int fixed) {
    this.seed = seed;
    this.fixed = fixed;
  }

  /** A fifth of the hosts keep BitTorrent's customary port, the others have a random one. */
  static Ports scattered(long seed) {
    return new Ports(Mix.seedFor(seed, "ports"), 0);
  }

  /** Every host's first node listens on the same port: one socket serves them all. */
  static Ports from(int first) {
    if (first < LOWEST || first > 65535) {
      throw new IllegalArgumentException("a world's first port is 1024 to 65535, not " + first);
    }
    return new Ports(0, first);
  }

  static int any(long hash) {
    return LOWEST + Mix.below(Mix.mix(hash), COUNT);
  }

  int port(int host, int member) {
    return LOWEST + (first(host) - LOWEST + member) % COUNT;
  }

  /** Which of the host's nodes would be at that port; negative below the ports in use. */
  int member(int host, int port) {
    return port < LOWEST ? -1 : Math.floorMod(port - first(host), COUNT);
  }

  private int first(int host) {
    if (fixed != 0) {
      return fixed;
    }
    long hash = Mix.hash(seed, host);
    return Mix.unit(hash) < CUSTOMARY_SHARE ? CUSTOMARY : any(hash);
  }
}
