package org.orbweaver.trust;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
  private record Place(Key key, Elector elector) {}

  private final List<Place> places;

  /** The first 64 bits of each place: drawing is done a million times for a swarm's period. */
  private final long[] firstBits;

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
    int from = 0;
    int to = places.size();
    // Down the binary trie that a sorted list is: keep the half that agrees with the point.
    for (int bit = 0; to - from > 1 && bit < Long.SIZE; bit++) {
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
    return places.get(from).elector();
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
    List<Elector> drawn = new ArrayList<>(count);
    Set<Long> seen = new HashSet<>();
    int most = 20 * count + 200;
    for (int i = 0; i < most && drawn.size() < count && !places.isEmpty(); i++) {
      Elector each = closest(draw.point(i));
      if (!barred.test(each.network()) && seen.add(each.network())) {
        drawn.add(each);
      }
    }
    return drawn;
  }
}
