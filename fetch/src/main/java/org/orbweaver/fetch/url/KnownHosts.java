package org.orbweaver.fetch.url;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Schemes, hosts and ports that were parsed lately, as they were written. Links to other hosts lead
 * to few of them again and again, and a host is the dearest part of an address to parse. A fixed
 * table where a newcomer takes its slot's place; safe for many threads.
 */
final class KnownHosts {
  private static final int SLOTS = 1 << 12;
  private static final int LONGEST = 100;
  private static final AtomicReferenceArray<@Nullable Known> TABLE =
      new AtomicReferenceArray<>(SLOTS);

  private record Known(String written, WebUrl page) {}

  private KnownHosts() {}

  private static int slot(String text, int end) {
    int hash = 0;
    for (int i = 4; i < end; i++) {
      hash = 31 * hash + text.charAt(i);
    }
    return (hash ^ hash >>> 12) & SLOTS - 1;
  }

  /** Some page of the host that is written up to there; null if it is not known. */
  static @Nullable WebUrl find(String text, int end) {
    Known known = TABLE.get(slot(text, end));
    return known != null && known.written.length() == end && text.startsWith(known.written)
        ? known.page
        : null;
  }

  static void remember(String text, int end, WebUrl page) {
    if (end <= LONGEST) {
      TABLE.set(slot(text, end), new Known(text.substring(0, end), page));
    }
  }
}
