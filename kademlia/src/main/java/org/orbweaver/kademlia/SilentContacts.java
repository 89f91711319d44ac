package org.orbweaver.kademlia;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

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

  private record Silence(int queries, long last) {}

  private final int capacity;
  private final long maxAge;
  private final Map<Contact, Silence> silences = new ConcurrentHashMap<>();
  private final AtomicInteger size = new AtomicInteger();

  SilentContacts(int capacity, long maxAge) {
    this.capacity = capacity;
    this.maxAge = maxAge;
  }

  boolean contains(long now, Contact contact) {
    Silence silence = silences.get(contact);
    return silence != null && silence.queries >= QUERIES && now - silence.last < maxAge;
  }

  void onFailure(long now, Contact contact) {
    if (size.get() >= capacity && !silences.containsKey(contact)) {
      return;
    }
    silences.compute(
        contact,
        (_, before) -> {
          if (before == null) {
            size.incrementAndGet();
            return new Silence(1, now);
          }
          int earlier = now - before.last < maxAge ? before.queries : 0;
          return new Silence(earlier + 1, now);
        });
  }

  void onReply(Contact contact) {
    if (silences.remove(contact) != null) {
      size.decrementAndGet();
    }
  }

  void cleanUp(long now) {
    silences.forEach(
        (contact, silence) -> {
          if (now - silence.last >= maxAge && silences.remove(contact, silence)) {
            size.decrementAndGet();
          }
        });
  }
}
