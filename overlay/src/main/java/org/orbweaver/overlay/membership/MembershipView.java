package org.orbweaver.overlay.membership;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

/**
 * The living peers' virtual nodes, sorted by ID. Immutable, so that simulated peers of one opinion
 * share one.
 *
 * <p>Only the first 64 bits of an ID count: among a million virtual nodes two share them once in
 * tens of millions of swarms, and then the peers' order by address decides, the same everywhere.
 */
public final class MembershipView {
  public static final MembershipView EMPTY = of(List.of());

  private final List<Peer> peers;
  private final long[] ids;
  private final int[] owners;

  /** Where the IDs begin that start with each number of {@link #indexBits} bits. */
  private final int[] index;

  private final int indexBits;
  private double @Nullable [] shares; // by peer, once somebody has asked

  private MembershipView(List<Peer> peers, long[] ids, int[] owners) {
    this.peers = peers;
    this.ids = ids;
    this.owners = owners;
    this.indexBits = Math.clamp(Integer.SIZE - Integer.numberOfLeadingZeros(ids.length) - 4, 1, 24);
    this.index = new int[(1 << indexBits) + 1];
    for (long id : ids) {
      index[(int) (id >>> Long.SIZE - indexBits) + 1]++;
    }
    for (int i = 1; i < index.length; i++) {
      index[i] += index[i - 1];
    }
  }

  public static MembershipView of(Collection<Peer> living) {
    List<Peer> peers =
        living.stream()
            .filter(peer -> peer.virtualNodes() > 0)
            .sorted(Comparator.comparing(Peer::address))
            .toList();
    int count = peers.stream().mapToInt(Peer::virtualNodes).sum();
    long[][] places = new long[count][];
    int next = 0;
    for (int peer = 0; peer < peers.size(); peer++) {
      for (int index = 0; index < peers.get(peer).virtualNodes(); index++) {
        places[next++] = new long[] {peers.get(peer).id(index).high(), peer};
      }
    }
    Arrays.sort(
        places,
        Comparator.<long[]>comparingLong(place -> place[0] ^ Long.MIN_VALUE)
            .thenComparingLong(place -> place[1]));
    long[] ids = new long[count];
    int[] owners = new int[count];
    for (int i = 0; i < count; i++) {
      ids[i] = places[i][0];
      owners[i] = (int) places[i][1];
    }
    return new MembershipView(peers, ids, owners);
  }

  /** The living peers that take part, by address. */
  public List<Peer> peers() {
    return peers;
  }

  /** The closest peers to the key, closest first; fewer only if fewer live. */
  public List<Peer> closest(Key key, int count) {
    List<Peer> found = new ArrayList<>(count);
    int enough = Math.min(count, peers.size());
    int bucket = (int) (key.high() >>> Long.SIZE - indexBits);
    collect(key.high(), indexBits, index[bucket], index[bucket + 1], enough, found);
    if (found.size() < enough) {
      found.clear();
      collect(key.high(), 0, 0, ids.length, enough, found);
    }
    return found;
  }

  /**
   * Visits the IDs in [from, to), which share their first {@code depth} bits, nearest to the key
   * first: the half with the key's next bit, then the other.
   */
  private void collect(long key, int depth, int from, int to, int count, List<Peer> found) {
    if (from == to || found.size() == count) {
      return;
    }
    if (to - from == 1 || depth == Long.SIZE) {
      for (int i = from; i < to && found.size() < count; i++) {
        Peer peer = peers.get(owners[i]);
        if (!found.contains(peer)) {
          found.add(peer);
        }
      }
      return;
    }
    int middle = firstOne(depth, from, to);
    boolean one = (key >>> 63 - depth & 1) != 0;
    collect(key, depth + 1, one ? middle : from, one ? to : middle, count, found);
    collect(key, depth + 1, one ? from : middle, one ? middle : to, count, found);
  }

  /** Where the IDs whose bit at that depth is one begin. */
  private int firstOne(int depth, int from, int to) {
    int low = from;
    int high = to;
    while (low < high) {
      int middle = low + high >>> 1;
      if ((ids[middle] >>> 63 - depth & 1) != 0) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /** The share of the key space for which the peer is the closest. */
  public double share(Endpoint peer) {
    double[] known = shares;
    if (known == null) {
      known = new double[peers.size()];
      addShares(known, 0, 0, ids.length, 1.0);
      shares = known;
    }
    for (int index = 0; index < known.length; index++) {
      if (peers.get(index).address().equals(peer)) {
        return known[index];
      }
    }
    return 0;
  }

  private void addShares(double[] sums, int depth, int from, int to, double mass) {
    if (from == to) {
      return;
    }
    if (to - from == 1 || depth == Long.SIZE) {
      sums[owners[from]] += mass;
      return;
    }
    int middle = firstOne(depth, from, to);
    if (middle == from || middle == to) {
      addShares(sums, depth + 1, from, to, mass);
    } else {
      addShares(sums, depth + 1, from, middle, mass / 2);
      addShares(sums, depth + 1, middle, to, mass / 2);
    }
  }
}
