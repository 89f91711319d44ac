package org.orbweaver.kademlia;

import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * sample_infohashes (BEP 51): the keys nodes keep, and how long each node wants to be left alone.
 *
 * <p>Bounded: keys beyond the limit are ignored.
 */
public final class SampleHarvest implements Harvest<SampleHarvest.Reply> {
  /**
   * @param interval nanoseconds until the node may be asked again
   */
  public record Reply(List<Key> samples, long interval) {
    public Reply {
      samples = List.copyOf(samples);
    }
  }

  private final int maxKeys;
  private final Set<Key> keys = new LinkedHashSet<>();
  private final Map<Contact, Long> intervals = new HashMap<>();

  public SampleHarvest(int maxKeys) {
    this.maxKeys = maxKeys;
  }

  @Override
  public void take(Contact from, Reply reply) {
    intervals.put(from, reply.interval());
    for (Key key : reply.samples()) {
      if (keys.size() >= maxKeys) {
        return;
      }
      keys.add(key);
    }
  }

  /** In the order they were named. */
  public Set<Key> keys() {
    return Collections.unmodifiableSet(keys);
  }

  /** How long that node wants to be left alone; empty if it did not answer. */
  public OptionalLong interval(Contact node) {
    Long interval = intervals.get(node);
    return interval == null ? OptionalLong.empty() : OptionalLong.of(interval);
  }
}
