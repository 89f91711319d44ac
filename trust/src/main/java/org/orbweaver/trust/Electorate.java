package org.orbweaver.trust;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;
import org.orbweaver.kademlia.Key;

/**
 * All who may be drawn, each with so many places in the key space as its verified work has earned
 * and its network has to give: {@link Elector#MOST_PLACES} for all peers of a network together, so
 * that a thousand keys of one network weigh no more than one good peer.
 *
 * <p>Drawn is who has the place closest to a random point. Two peers whose views of the membership
 * differ a little therefore draw nearly the same people; an index into a list would shift them all.
 */
public final class Electorate {
  private static final int INDEX_BITS = 10;

  private record Place(Key key, Elector elector) {}

  private final List<Place> places;

  /** The first 64 bits of each place: drawing is done a million times for a swarm's period. */
  private final long[] firstBits;

  /** Of each place, its network's number among those that have any. */
  private final int[] networkNumbers;

  /** Where the places begin whose first bits are these: the first steps down the trie. */
  private final int[] index;

  private final int networks;

  public Electorate(Collection<Elector> electors) {
    List<Place> all = new ArrayList<>();
    Map<Long, Integer> taken = new HashMap<>();
    // The same for everybody: in the order of their keys.
    for (Elector each : electors.stream().sorted(Comparator.comparing(Elector::id)).toList()) {
      int before = taken.getOrDefault(each.network(), 0);
      int more = Math.min(each.places(), Elector.MOST_PLACES - before);
      for (int i = 0; i < more; i++) {
        all.add(new Place(place(each.id(), i), each));
      }
      if (more > 0) {
        taken.put(each.network(), before + more);
      }
    }
    all.sort(Comparator.comparing(Place::key));
    places = List.copyOf(all);
    networks = taken.size();
    firstBits = places.stream().mapToLong(place -> place.key().high()).toArray();
    Map<Long, Integer> numbers = new HashMap<>();
    networkNumbers =
        places.stream()
            .mapToInt(
                each -> numbers.computeIfAbsent(each.elector().network(), it -> numbers.size()))
            .toArray();
    index = new int[(1 << INDEX_BITS) + 1];
    for (long each : firstBits) {
      index[(int) (each >>> Long.SIZE - INDEX_BITS) + 1]++;
    }
    for (int i = 1; i < index.length; i++) {
      index[i] += index[i - 1];
    }
  }

  private static Key place(Key id, int index) {
    long spread = (index + 1) * 0x9E3779B97F4A7C15L;
    return index == 0
        ? id
        : new Key(
            Long.rotateLeft(id.middle() * spread, 29) ^ id.high(),
            Long.rotateLeft(id.high() * spread, 31) ^ id.middle(),
            id.low() ^ (int) spread);
  }

  /** From how many networks somebody can be drawn. */
  public int networks() {
    return networks;
  }

  public boolean isEmpty() {
    return places.isEmpty();
  }

  /** Who has the place closest to the point, by their first 64 bits. */
  public Elector closest(Key point) {
    return at(closestPlace(point));
  }

  /** Who has that place, of {@link #size}. */
  public Elector at(int place) {
    return places.get(place).elector();
  }

  public int size() {
    return places.size();
  }

  public int closestPlace(Key point) {
    int prefix = (int) (point.high() >>> Long.SIZE - INDEX_BITS);
    int from = index[prefix];
    int to = index[prefix + 1];
    int bits = INDEX_BITS;
    if (from == to) { // nobody agrees with so many bits
      from = 0;
      to = firstBits.length;
      bits = 0;
    }
    // Down the binary trie that a sorted list is: keep the half that agrees with the point.
    for (int bit = bits; to - from > 1 && bit < Long.SIZE; bit++) {
      int middle = firstWithBit(from, to, bit);
      if (middle == from || middle == to) {
        continue;
      }
      if ((point.high() >>> (Long.SIZE - 1 - bit) & 1) != 0) {
        from = middle;
      } else {
        to = middle;
      }
    }
    return from;
  }

  /** In a range whose keys share all bits before: the first that has this one. */
  private int firstWithBit(int from, int to, int bit) {
    int low = from;
    int high = to;
    while (low < high) {
      int middle = low + high >>> 1;
      if ((firstBits[middle] >>> (Long.SIZE - 1 - bit) & 1) != 0) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /**
   * So many, each of another network; fewer if there are not so many networks.
   *
   * @param barred networks that have a side in the matter
   */
  public List<Elector> draw(Draw draw, int count, LongPredicate barred) {
    return Arrays.stream(drawPlaces(draw, count, barred)).mapToObj(this::at).toList();
  }

  /** The same, by their places. */
  public int[] drawPlaces(Draw draw, int count, LongPredicate barred) {
    int[] drawn = new int[count];
    int size = 0;
    BitSet seen = new BitSet(networks);
    int most = 20 * count + 200;
    for (int i = 0; i < most && size < count && !places.isEmpty(); i++) {
      int place = closestPlace(draw.point(i));
      if (!seen.get(networkNumbers[place]) && !barred.test(at(place).network())) {
        seen.set(networkNumbers[place]);
        drawn[size++] = place;
      }
    }
    return Arrays.copyOf(drawn, size);
  }
}
