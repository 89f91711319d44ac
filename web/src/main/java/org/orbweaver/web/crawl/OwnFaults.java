package org.orbweaver.web.crawl;

import java.io.IOException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.orbweaver.web.visit.Cause;

/**
 * Pages lost by this program's or this machine's own fault. One costs itself only. But when nothing
 * else comes any more, the fault is in everything, and to go on would write off a whole site in
 * minutes: the crawl ends and says so. For many threads.
 */
final class OwnFaults {
  static final int MOST_IN_A_ROW = 100;

  private final Runnable end;
  private int inARow;
  private @Nullable String sentence;

  /**
   * @param end of the crawl, when there are too many
   */
  OwnFaults(Runnable end) {
    this.end = end;
  }

  synchronized void met(Cause cause, String url) {
    if (++inARow >= MOST_IN_A_ROW && sentence == null) {
      sentence =
          String.format(
              Locale.ROOT,
              "%d visits in a row failed by no server's fault, the last at %s: %s; the crawl ends"
                  + " here, and goes on when it is run again. What was given up is listed by 'orb"
                  + " crawl failed'",
              inARow,
              url,
              cause.because());
      end.run();
    }
  }

  /** A page came after all. */
  synchronized void over() {
    inARow = 0;
  }

  synchronized boolean tooMany() {
    return sentence != null;
  }

  /** Throws if the crawl cannot go on. */
  synchronized void check() throws IOException {
    if (sentence != null) {
      throw new IOException(sentence);
    }
  }
}
