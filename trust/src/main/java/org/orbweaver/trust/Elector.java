package org.orbweaver.trust;

import org.orbweaver.kademlia.Key;

/**
 * A peer that may be drawn.
 *
 * @param network peers of one network are taken for one owner's
 * @param places its weight, earned by verified work
 */
public record Elector(Key id, long network, int places) {
  /** What a peer that works has; more nobody earns. */
  public static final int MOST_PLACES = 4;
}
