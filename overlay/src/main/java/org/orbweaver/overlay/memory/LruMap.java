package org.orbweaver.overlay.memory;

import java.util.LinkedHashMap;
import java.util.Map;

/** A map of bounded size: what was not used longest goes when there is too much. */
public final class LruMap<K, V> extends LinkedHashMap<K, V> {
  private static final long serialVersionUID = 1;

  private final int most;

  public LruMap(int most) {
    super(16, 0.75f, true);
    this.most = most;
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
    return size() > most;
  }
}
