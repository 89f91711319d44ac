package org.orbweaver.overlay.keep;

import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What is to be copied, most endangered first: of which the fewest copies are left. Among equals
 * their own order decides, so that neighbours travel together.
 */
public final class RepairOrder<T extends Comparable<T>> implements Iterable<T> {
  private final TreeMap<Integer, TreeSet<T>> byCopies = new TreeMap<>();
  private final Map<T, Integer> copies = new HashMap<>();

  /** Enters it, or anew if another number of copies is left by now. */
  public void add(T each, int copiesLeft) {
    Integer before = copies.put(each, copiesLeft);
    if (before != null) {
      take(before, each);
    }
    byCopies.computeIfAbsent(copiesLeft, it -> new TreeSet<>()).add(each);
  }

  public boolean remove(T each) {
    Integer before = copies.remove(each);
    if (before != null) {
      take(before, each);
    }
    return before != null;
  }

  private void take(int before, T each) {
    byCopies.computeIfPresent(
        before,
        (number, those) -> {
          those.remove(each);
          return those.isEmpty() ? null : those;
        });
  }

  public boolean contains(T each) {
    return copies.containsKey(each);
  }

  public boolean isEmpty() {
    return copies.isEmpty();
  }

  public int size() {
    return copies.size();
  }

  /** The most endangered; null if there is none. */
  public @Nullable T first() {
    return isEmpty() ? null : byCopies.firstEntry().getValue().first();
  }

  @Override
  public Iterator<T> iterator() {
    return new Iterator<>() {
      private final Iterator<TreeSet<T>> groups = byCopies.values().iterator();
      private @Nullable Iterator<T> group;

      @Override
      public boolean hasNext() {
        while ((group == null || !group.hasNext()) && groups.hasNext()) {
          group = groups.next().iterator();
        }
        return group != null && group.hasNext();
      }

      @Override
      public T next() {
        if (!hasNext() || group == null) {
          throw new NoSuchElementException();
        }
        return group.next();
      }
    };
  }
}
