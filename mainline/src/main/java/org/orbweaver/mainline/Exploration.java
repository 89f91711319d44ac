package org.orbweaver.mainline;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Key;
import org.orbweaver.kademlia.Prefix;
import org.orbweaver.kademlia.RoutingTable;

/**
 * What a newcomer must still look into: Kademlia wants that, having found its neighbours, it looks
 * once into every range farther away than the closest of them. With many homes most of these ranges
 * are known already through the others; those are passed over.
 */
final class Exploration {
  private static final int ENOUGH = 8;

  private final RoutingTable table;
  private final Set<Key> planned = new HashSet<>();
  private final Deque<Prefix> ranges = new ArrayDeque<>();

  Exploration(RoutingTable table) {
    this.table = table;
  }

  /** The home has looked up its own ID; only the first time anything follows. */
  void plan(LocalHome home, LookupResult neighbours) {
    if (neighbours.closest().isEmpty() || !planned.add(home.id())) {
      return;
    }
    Key id = home.id();
    int depth = id.commonPrefixLength(neighbours.closest().getFirst().id());
    for (int length = 0; length <= Math.min(depth, Key.BITS - 1); length++) {
      ranges.add(Prefix.of(id.flip(length), length + 1));
    }
  }

  /** The next range of which the table knows too little, or null. */
  @Nullable Prefix next() {
    Prefix range = ranges.pollFirst();
    while (range != null && isKnown(range)) {
      range = ranges.pollFirst();
    }
    return range;
  }

  private boolean isKnown(Prefix range) {
    Contact[] closest = new Contact[ENOUGH];
    int count = table.closest(range.first(), ENOUGH, closest);
    return count == ENOUGH && range.contains(closest[ENOUGH - 1].id());
  }
}
