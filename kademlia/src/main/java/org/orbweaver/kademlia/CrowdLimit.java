package org.orbweaver.kademlia;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How many contacts may stand close to one of our IDs. Honest IDs are uniform: of N nodes N/2^b
 * share b bits with us. Where half as many again stand, and two, somebody has chosen their IDs;
 * without this limit 88 made-up neighbours, eight at each depth, found places beside 111 honest
 * contacts. Chance exceeds it once in sixty times, and then a neighbour merely waits.
 *
 * @param nodes in the network, estimated from lookups for keys that nobody can crowd; infinite as
 *     long as that is unknown
 */
record CrowdLimit(double nodes) {
  static final CrowdLimit NONE = new CrowdLimit(Double.POSITIVE_INFINITY);

  /** In a network this small everybody should know everybody; it is hardly one with foes. */
  private static final int SMALL = 1_000;

  /** Where fewer are expected, whoever comes has chosen his ID: chance brings one in a thousand. */
  private static final double NOBODY = 0.001;

  private static final double SUSPICIOUS = 1.5;

  /** Who is in already has to be in a larger crowd to go: the estimate may be a third too low. */
  private static final double INTOLERABLE = 3;

  /** No table has more around one ID: beyond this the limit says nothing. */
  private static final int IRRELEVANT = 100;

  /** Whether the network is known, and large enough to have foes in it. */
  boolean holds() {
    return nodes >= SMALL && nodes < Double.POSITIVE_INFINITY;
  }

  /** Whether the newcomer would be one too many among those beside the local ID. */
  boolean forbids(Partition partition, Key localId, Key newcomer) {
    for (int bits = localId.commonPrefixLength(newcomer); concerns(bits); bits--) {
      if (inside(partition, Prefix.of(localId, bits)).size() + 1 > most(bits, SUSPICIOUS)) {
        return true;
      }
    }
    return false;
  }

  /** The last to come of those who crowd around the local ID; null if nobody does. */
  @Nullable TableEntry surplus(Partition partition, Key localId) {
    for (int bits = Partition.MAX_DEPTH; concerns(bits); bits--) {
      List<TableEntry> inside = inside(partition, Prefix.of(localId, bits));
      if (inside.size() > most(bits, INTOLERABLE)) {
        return Collections.max(inside, Comparator.comparingLong(TableEntry::firstReply));
      }
    }
    return null;
  }

  /** Whether so few are expected to share that many bits with us that a crowd would show. */
  boolean concerns(int bits) {
    return holds() && bits >= 0 && most(bits, SUSPICIOUS) <= IRRELEVANT;
  }

  private double most(int bits, double tolerance) {
    double expected = Math.scalb(nodes, -bits);
    return expected < NOBODY ? 0 : tolerance * expected + 2;
  }

  private static List<TableEntry> inside(Partition partition, Prefix range) {
    List<TableEntry> inside = new ArrayList<>();
    int last = partition.indexOf(range.last());
    for (int i = partition.indexOf(range.first()); i <= last; i++) {
      for (TableEntry entry : partition.bucket(i).entries()) {
        if (range.contains(entry.contact.id())) {
          inside.add(entry);
        }
      }
    }
    return inside;
  }
}
