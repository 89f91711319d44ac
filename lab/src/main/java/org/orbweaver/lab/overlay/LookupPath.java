package org.orbweaver.lab.overlay;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.membership.MembershipView;
import org.orbweaver.overlay.membership.Peer;

/**
 * How many peers a lookup asks where nobody knows everybody: each knows one peer in every subtree
 * that it is not in itself, and is asked for the one closest to the key. Chord's fingers give the
 * same length, half the logarithm of the number of peers.
 */
final class LookupPath {
  private final long[] ids;
  private final SplittableRandom random = new SplittableRandom(1);

  LookupPath(MembershipView view) {
    ids = view.peers().stream().map(LookupPath::id).mapToLong(Long::longValue).sorted().toArray();
  }

  /** With the sign bit flipped, so that numbers sort as unsigned ones. */
  private static long id(Peer peer) {
    return peer.id(0).high() ^ Long.MIN_VALUE;
  }

  /** From a peer drawn at random to the one closest to the key. */
  int hops(Key key) {
    long target = key.high() ^ Long.MIN_VALUE;
    long at = ids[random.nextInt(ids.length)];
    int hops = 0;
    for (int bit = 0; bit < Long.SIZE; bit++) {
      long mask = -1L << 63 - bit;
      if (((at ^ target) & mask) == 0) {
        continue;
      }
      int from = firstFrom(target & mask);
      int to = firstFrom((target | ~mask) + 1);
      if ((target | ~mask) == Long.MAX_VALUE) {
        to = ids.length;
      }
      if (from < to) {
        at = ids[random.nextInt(from, to)];
        hops++;
      } else {
        target ^= 1L << 63 - bit; // nobody is there, so the closest is on the other side
      }
    }
    return hops;
  }

  private int firstFrom(long id) {
    int at = Arrays.binarySearch(ids, id);
    return at >= 0 ? at : -at - 1;
  }
}
