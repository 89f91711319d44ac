package org.orbweaver.kademlia;

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

  /** No table has more around one ID: beyond this the limit says nothing. */
  private static final int IRRELEVANT = 100;

  /** Whether the newcomer would be one too many among those beside the local ID. */
  boolean forbids(Partition partition, Key localId, Key newcomer) {
    if (nodes < SMALL) {
      return false;
    }
    for (int bits = localId.commonPrefixLength(newcomer); bits >= 0; bits--) {
      double most = 1.5 * Math.scalb(nodes, -bits) + 2;
      if (most > IRRELEVANT) {
        return false;
      }
      if (count(partition, Prefix.of(localId, bits)) + 1 > most) {
        return true;
      }
    }
    return false;
  }

  private static int count(Partition partition, Prefix range) {
    int count = 0;
    int last = partition.indexOf(range.last());
    for (int i = partition.indexOf(range.first()); i <= last; i++) {
      for (TableEntry entry : partition.bucket(i).entries()) {
        count += range.contains(entry.contact.id()) ? 1 : 0;
      }
    }
    return count;
  }
}
