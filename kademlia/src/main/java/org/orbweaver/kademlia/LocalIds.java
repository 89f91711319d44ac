package org.orbweaver.kademlia;

import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Our own node IDs, in order. Immutable. */
final class LocalIds {
  static final LocalIds NONE = new LocalIds(new Key[0]);

  private final Key[] sorted;

  private LocalIds(Key[] sorted) {
    this.sorted = sorted;
  }

  LocalIds with(Key id) {
    TreeSet<Key> ids = new TreeSet<>(all());
    ids.add(id);
    return new LocalIds(ids.toArray(Key[]::new));
  }

  LocalIds without(Key id) {
    TreeSet<Key> ids = new TreeSet<>(all());
    ids.remove(id);
    return new LocalIds(ids.toArray(Key[]::new));
  }

  boolean contains(Key id) {
    return Arrays.binarySearch(sorted, id) >= 0;
  }

  boolean anyIn(Prefix prefix) {
    int found = Arrays.binarySearch(sorted, prefix.first());
    int ceiling = found >= 0 ? found : -found - 1;
    return ceiling < sorted.length && prefix.contains(sorted[ceiling]);
  }

  /** The one that shares most bits with the key; null if we have none. */
  @Nullable Key closestTo(Key key) {
    int found = Arrays.binarySearch(sorted, key);
    int ceiling = found >= 0 ? found : -found - 1;
    Key above = ceiling < sorted.length ? sorted[ceiling] : null;
    Key below = ceiling > 0 ? sorted[ceiling - 1] : null;
    if (above == null || below == null) {
      return above == null ? below : above;
    }
    return key.commonPrefixLength(above) >= key.commonPrefixLength(below) ? above : below;
  }

  List<Key> all() {
    return List.of(sorted);
  }
}
