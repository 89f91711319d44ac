package org.orbweaver.mainline;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Key;

/**
 * Things stored under their keys, which can also be drawn at random (samples, evictions) and be
 * walked a slice at a time (expiry without a pause). It holds what it is given: its owner bounds
 * it.
 */
final class Shelf<T extends Shelf.Item> {
  /** What lies on a shelf. Its place belongs to the shelf. */
  abstract static class Item {
    private final Key key;
    private int place;

    Item(Key key) {
      this.key = key;
    }

    final Key key() {
      return key;
    }
  }

  private final Map<Key, T> byKey = new HashMap<>();
  private final List<T> places = new ArrayList<>();
  private int cursor;

  int size() {
    return places.size();
  }

  @Nullable T get(Key key) {
    return byKey.get(key);
  }

  T get(int place) {
    return places.get(place);
  }

  void add(T item) {
    if (byKey.putIfAbsent(item.key(), item) != null) {
      throw new IllegalStateException("already on the shelf: " + item.key());
    }
    ((Item) item).place = places.size();
    places.add(item);
  }

  void remove(T item) {
    byKey.remove(item.key());
    T last = places.removeLast();
    int gap = ((Item) item).place;
    if (gap < places.size()) {
      places.set(gap, last);
      ((Item) last).place = gap;
    }
  }

  T random(RandomGenerator random) {
    return places.get(random.nextInt(places.size()));
  }

  /**
   * Looks at the next {@code count} items and removes those that are spent. Called round and round;
   * an item moved by a removal may wait one more round.
   */
  void sweep(int count, Predicate<T> spent) {
    for (int i = Math.min(count, places.size()); i > 0 && !places.isEmpty(); i--) {
      cursor = cursor > 0 && cursor <= places.size() ? cursor - 1 : places.size() - 1;
      T item = places.get(cursor);
      if (spent.test(item)) {
        remove(item);
      }
    }
  }
}
