package org.orbweaver.census.suspects;

import java.util.List;

/**
 * What a snapshot tells of eclipse attacks: Splider's figure 9 and the text around it.
 *
 * @param nodes in the snapshot
 * @param suspects least likely first
 * @param withSharedAddress how many of them have strangers that share an address: attacks built on
 *     sybils
 * @param sizes how many suspects have how many IDs
 * @param paperBits Splider's 27 bits, scaled to this network's size
 * @param byPapersRule how many subspaces of so many bits hold eight IDs or more
 */
public record EclipseTable(
    int nodes,
    List<EclipseSuspect> suspects,
    int withSharedAddress,
    List<Size> sizes,
    int paperBits,
    int byPapersRule) {

  /** How many attacks have that many IDs. */
  public record Size(int ids, int attacks) {}
}
