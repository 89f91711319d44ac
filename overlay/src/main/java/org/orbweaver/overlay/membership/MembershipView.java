package org.orbweaver.overlay.membership;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

  /** By peer; the r replicas of a key are in r of them, if there are so many. */
  private final long[] networks;

  private final int networkCount;
  private final long[] ids;
  private final int[] owners;

  /** Where the IDs begin that start with each number of {@link #indexBits} bits. */
  private final int[] index;

  private final int indexBits;
  private double @Nullable [] shares; // by peer, once somebody has asked

  private MembershipView(List<Peer> peers, long[] networks, long[] ids, int[] owners) {
    this.peers = peers;
    this.networks = networks;
    this.networkCount = (int) Arrays.stream(networks).distinct().count();
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

  /** A view of a swarm in which each machine of a LAN is a network of its own. */
  public static MembershipView of(Collection<Peer> living) {
    return of(living, Locality.PRIVATE_MACHINES);
  }

  public static MembershipView of(Collection<Peer> living, Locality locality) {
    List<Peer> peers =
        living.stream()
            .filter(peer -> peer.virtualNodes() > 0)
            .sorted(Comparator.comparing(Peer::address))
            .toList();
    Map<Peer, Integer> numbers = new HashMap<>();
    Map<Long, List<Peer>> sites = new LinkedHashMap<>();
    for (int i = 0; i < peers.size(); i++) {
      Peer peer = peers.get(i);
      numbers.put(peer, i);
      sites.computeIfAbsent(Locality.site(peer.address()), site -> new ArrayList<>(1)).add(peer);
    }
    int count = sites.values().stream().mapToInt(VirtualNodes::count).sum();
    long[][] places = new long[count][];
    int next = 0;
    for (Map.Entry<Long, List<Peer>> site : sites.entrySet()) {
      int its = VirtualNodes.count(site.getValue());
      long[] known = VirtualNodes.ids(site.getKey(), its);
      for (int index = 0; index < its; index++) {
        Peer owner = VirtualNodes.owner(site.getValue(), index);
        places[next++] = new long[] {known[index], numbers.getOrDefault(owner, 0)};
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
    long[] networks = peers.stream().map(Peer::address).mapToLong(locality::network).toArray();
    return new MembershipView(peers, networks, ids, owners);
  }

  /** The living peers that take part, by address. */
  public List<Peer> peers() {
    return peers;
  }

  /** Whether two of them are one, or in one network. */
  public boolean areNeighbours(Peer one, Peer other) {
    int first = index(one);
    int second = index(other);
    return first >= 0 && second >= 0 && networks[first] == networks[second];
  }

  /** The number of a living peer's network; 0 if it does not live. */
  public long network(Peer peer) {
    int at = index(peer);
    return at < 0 ? 0 : networks[at];
  }

  private int index(Peer peer) {
    return Collections.binarySearch(peers, peer, Comparator.comparing(Peer::address));
  }

  /**
   * The closest peers to the key, each in another network, closest first. Where the swarm has fewer
   * networks, the next closest of any network follow; fewer peers only if fewer live.
   */
  public List<Peer> closest(Key key, int count) {
    int enough = Math.min(count, peers.size());
    Nearest apart = new Nearest(Math.min(enough, networkCount), true);
    apart.collect(key.high());
    List<Peer> found = apart.peers();
    if (found.size() < enough) {
      Nearest any = new Nearest(enough, false);
      any.collect(key.high());
      for (Peer peer : any.peers()) {
        if (found.size() < enough && !found.contains(peer)) {
          found.add(peer);
        }
      }
    }
    return found;
  }

  /** A walk from the closest ID to the farthest, until enough peers are met. */
  private final class Nearest {
    private final int[] met;
    private final boolean apart;
    private int count;

    /**
     * @param apart whether of each network only the closest is met
     */
    Nearest(int enough, boolean apart) {
      this.met = new int[enough];
      this.apart = apart;
    }

    List<Peer> peers() {
      List<Peer> list = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        list.add(peers.get(met[i]));
      }
      return list;
    }

    void collect(long key) {
      int bucket = (int) (key >>> Long.SIZE - indexBits);
      collect(key, indexBits, index[bucket], index[bucket + 1]);
      if (count < met.length) {
        count = 0;
        collect(key, 0, 0, ids.length);
      }
    }

    /**
     * Visits the IDs in [from, to), which share their first {@code depth} bits, nearest to the key
     * first: the half with the key's next bit, then the other.
     */
    private void collect(long key, int depth, int from, int to) {
      if (from == to || count == met.length) {
        return;
      }
      if (to - from == 1 || depth == Long.SIZE) {
        for (int i = from; i < to && count < met.length; i++) {
          meet(owners[i]);
        }
        return;
      }
      int middle = firstOne(depth, from, to);
      boolean one = (key >>> 63 - depth & 1) != 0;
      collect(key, depth + 1, one ? middle : from, one ? to : middle);
      collect(key, depth + 1, one ? from : middle, one ? middle : to);
    }

    private void meet(int peer) {
      for (int i = 0; i < count; i++) {
        if (met[i] == peer || (apart && networks[met[i]] == networks[peer])) {
          return;
        }
      }
      met[count++] = peer;
    }
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
