package org.orbweaver.sim.world;

import java.util.EnumMap;
import java.util.Map;

/**
 * What the world's nodes share.
 *
 * @param torrents how many at any time; 0 for a world without content
 * @param exponent of the Zipf law of their popularity
 * @param torrentsPerNode how many swarms a node is in, on average
 * @param kinds the share of each kind of peer; together 1
 * @param hiddenSwarms the share of torrents all of whose peers only dial out
 * @param turnover how torrents come and go
 */
public record ContentOptions(
    int torrents,
    double exponent,
    double torrentsPerNode,
    Map<PeerKind, Double> kinds,
    double hiddenSwarms,
    Turnover turnover) {
  public static final ContentOptions NONE = of(0);

  public ContentOptions {
    double sum = kinds.values().stream().mapToDouble(Double::doubleValue).sum();
    if (Math.abs(sum - 1) > 1e-9) {
      throw new IllegalArgumentException("the shares of all kinds of peers make 1, not " + sum);
    }
    EnumMap<PeerKind, Double> all = new EnumMap<>(PeerKind.class);
    for (PeerKind kind : PeerKind.values()) {
      all.put(kind, kinds.getOrDefault(kind, 0.0));
    }
    kinds = all;
  }

  /** Half of the peers serve, a fifth is gone; one swarm in twenty is hidden. */
  public static ContentOptions of(int torrents) {
    return new ContentOptions(
        torrents,
        0.9,
        2,
        Map.of(
            PeerKind.SERVES, 0.50,
            PeerKind.GONE, 0.20,
            PeerKind.REFUSES, 0.08,
            PeerKind.LIES, 0.02,
            PeerKind.HANGS, 0.05,
            PeerKind.DIALS_OUT, 0.15),
        0.05,
        Turnover.NONE);
  }

  public ContentOptions withTurnover(Turnover some) {
    return new ContentOptions(torrents, exponent, torrentsPerNode, kinds, hiddenSwarms, some);
  }
}
