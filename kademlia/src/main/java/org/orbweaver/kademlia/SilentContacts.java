package org.orbweaver.kademlia;

import java.util.HashMap;
import java.util.Map;

/**
 * Who was asked lately and did not answer. Neighbours go on naming a dead node for a long time, and
 * lookups in natural order would ask it once each; this memory makes it once in all.
 *
 * <p>Bounded: when full, nothing new is remembered until {@link #cleanUp}; a dead node is then
 * asked more often than needed, no more.
 */
final class SilentContacts {
  /** Packets get lost, so no node is passed over for fewer unanswered queries. */
  private static final int QUERIES = 3;

  /**
   * Several lookups at once may ask a slow node so often before it can answer; half a second later
   * it has answered.
   */
  private static final long PATIENCE = 500_000_000L;

  private record Silence(int queries, long first, long last) {}

  private final int capacity;
  private final long maxAge;
  private final Map<Contact, Silence> silences = new HashMap<>();

  SilentContacts(int capacity, long maxAge) {
    this.capacity = capacity;
    this.maxAge = maxAge;
  }

  boolean contains(long now, Contact contact) {
    Silence silence = silences.get(contact);
    return silence != null
        && silence.queries >= QUERIES
        && now - silence.first >= PATIENCE
        && now - silence.last < maxAge;
  }

  void onSilence(long now, Contact contact) {
    Silence before = silences.get(contact);
    if (before == null && silences.size() >= capacity) {
      return;
    }
    silences.put(
        contact,
        before == null || now - before.last >= maxAge
            ? new Silence(1, now, now)
            : new Silence(before.queries + 1, before.first, now));
  }

  void onReply(Contact contact) {
    silences.remove(contact);
  }

  void cleanUp(long now) {
    silences.values().removeIf(silence -> now - silence.last >= maxAge);
  }
}
