package org.orbweaver.lab.index;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What an indexer that reports every second says. */
final class IndexerNews {
  private static final Pattern STORED = Pattern.compile("([\\d,]+) torrents");

  private volatile long torrents;
  private volatile int withoutNew;

  /** A line of its; one thread reads them all. */
  @SuppressWarnings("NonAtomicVolatileUpdate")
  void hear(String line) {
    Matcher found = STORED.matcher(line);
    if (found.find()) {
      long now = Long.parseLong(found.group(1).replace(",", ""));
      withoutNew = now > torrents || now == 0 ? 0 : withoutNew + 1;
      torrents = now;
    }
  }

  long torrents() {
    return torrents;
  }

  /** The reports since the last that had a new torrent, once there was one. */
  int withoutNew() {
    return withoutNew;
  }
}
