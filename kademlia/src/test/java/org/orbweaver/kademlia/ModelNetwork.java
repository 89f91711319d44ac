package org.orbweaver.kademlia;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;

/**
 * A Kademlia network in which every node's table follows from a hash when asked: the design's world
 * of the lab, in the few lines a test needs. Of the nodes 30 % are dead; a node knows 85 % of its
 * live neighbours and 21 % of its dead ones, and eight of each farther range, older ones preferred.
 */
final class ModelNetwork {
  private static final double NEIGHBOURS_KNOWN = 0.85;

  private final Key[] ids;
  private final boolean[] dead;
  private final Map<Endpoint, Integer> byEndpoint = new HashMap<>();
  private final Contact[] contacts;

  ModelNetwork(int size, long seed) {
    Random random = new Random(seed);
    ids = new Key[size];
    dead = new boolean[size];
    contacts = new Contact[size];
    Arrays.setAll(ids, i -> Key.random(random));
    Arrays.sort(ids);
    Set<Integer> addresses = new HashSet<>();
    for (int i = 0; i < size; i++) {
      int address = random.nextInt();
      while (!addresses.add(address)) {
        address = random.nextInt();
      }
      dead[i] = random.nextInt(100) < 30;
      contacts[i] = new Contact(ids[i], Endpoint.v4(address, 6881));
      byEndpoint.put(contacts[i].endpoint(), i);
    }
  }

  int size() {
    return ids.length;
  }

  Key id(int index) {
    return ids[index];
  }

  Contact contact(int index) {
    return contacts[index];
  }

  boolean isLive(Contact contact) {
    Integer index = byEndpoint.get(contact.endpoint());
    return index != null && !dead[index];
  }

  List<Contact> closestLive(Key target, int count) {
    // Everything outside the deepest subspace with enough live nodes is farther away.
    for (int length = 40; ; length--) {
      Prefix prefix = Prefix.of(target, Math.max(0, length));
      List<Contact> inside = new ArrayList<>();
      for (int i = lowerBound(prefix.first()); i < ids.length && prefix.contains(ids[i]); i++) {
        if (!dead[i]) {
          inside.add(contacts[i]);
        }
      }
      if (inside.size() >= count || length <= 0) {
        inside.sort(byDistance(target));
        return List.copyOf(inside.subList(0, Math.min(count, inside.size())));
      }
    }
  }

  /** The eight entries of the node's table closest to the target. */
  List<Contact> findNode(Contact node, Key target) {
    int self = Objects.requireNonNull(byEndpoint.get(node.endpoint()));
    int shared = ids[self].commonPrefixLength(target);
    List<Contact> found = new ArrayList<>();
    addSorted(found, bucket(self, shared), target);
    List<Contact> deeper = new ArrayList<>();
    for (int depth = shared + 1; depth < 64 && found.size() < 8; depth++) {
      deeper.addAll(bucket(self, depth));
    }
    addSorted(found, deeper, target);
    for (int depth = shared - 1; depth >= 0 && found.size() < 8; depth--) {
      addSorted(found, bucket(self, depth), target);
    }
    return found.subList(0, Math.min(8, found.size()));
  }

  private static void addSorted(List<Contact> found, List<Contact> more, Key target) {
    List<Contact> sorted = new ArrayList<>(more);
    sorted.sort(byDistance(target));
    found.addAll(sorted);
  }

  static Comparator<Contact> byDistance(Key target) {
    return (a, b) -> target.compareDistance(a.id(), b.id());
  }

  private List<Contact> bucket(int self, int depth) {
    Prefix range = Prefix.of(ids[self].flip(depth), depth + 1);
    int from = lowerBound(range.first());
    int to = range.last().equals(Key.MAX) ? ids.length : lowerBound(range.last().next());
    int count = to - from;
    return count <= 10 ? neighbours(self, from, to) : drawn(self, depth, from, count);
  }

  private List<Contact> neighbours(int self, int from, int to) {
    List<Contact> known = new ArrayList<>();
    for (int i = from; i < to && known.size() < 8; i++) {
      double chance = dead[i] ? NEIGHBOURS_KNOWN / 4 : NEIGHBOURS_KNOWN;
      if (hash(self, i, 1) < chance) {
        known.add(contacts[i]);
      }
    }
    return known;
  }

  private List<Contact> drawn(int self, int depth, int from, int count) {
    double minimumAge = count > 64 ? 1 - Math.pow(64.0 / count, 0.075) : 0;
    Set<Contact> known = new HashSet<>();
    for (int draw = 0; draw < 100 && known.size() < 8; draw++) {
      int i = from + (int) (hash(self, depth, 100 + draw) * count);
      if (hash(i, 0, 2) >= minimumAge && (!dead[i] || hash(self, i, 3) < 0.25)) {
        known.add(contacts[i]);
      }
    }
    return List.copyOf(known);
  }

  private int lowerBound(Key key) {
    int found = Arrays.binarySearch(ids, key);
    return found >= 0 ? found : -found - 1;
  }

  private static double hash(long a, long b, long c) {
    long mixed = a * 0x9E3779B97F4A7C15L + b * 0xC2B2AE3D27D4EB4FL + c * 0x165667B19E3779F9L;
    mixed = (mixed ^ mixed >>> 32) * 0xD6E8FEB86659FD93L;
    mixed = (mixed ^ mixed >>> 32) * 0xD6E8FEB86659FD93L;
    return ((mixed ^ mixed >>> 32) >>> 11) * 0x1.0p-53;
  }
}
