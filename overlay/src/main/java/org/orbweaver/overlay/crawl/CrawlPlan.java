package org.orbweaver.overlay.crawl;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.orbweaver.fetch.scope.Reach;

/**
 * What somebody wants crawled, as all peers are to know it. Written as lines of text, so that it
 * can be read by eye and later versions can add to it: a peer skips the lines it does not know.
 *
 * <pre>
 *   orbweaver crawl
 *   created 1763270000
 *   reach HOST
 *   depth 5
 *   until 1763356400
 *   seed https://example.org/
 * </pre>
 *
 * Without patterns to include or exclude: a stranger's regular expression could keep us busy for
 * ever.
 *
 * @param created in seconds since 1970: the same wish on another day is another crawl
 * @param until when it ends, in seconds since 1970; {@link #FOR_EVER} if it ends with its tasks
 */
public record CrawlPlan(long created, Reach reach, int depth, long until, List<String> seeds) {
  public static final long FOR_EVER = Long.MAX_VALUE;
  public static final int LONGEST = 64 << 10;

  private static final String FIRST_LINE = "orbweaver crawl";

  public CrawlPlan {
    seeds = List.copyOf(seeds);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(FIRST_LINE).append('\n');
    line(text, "created", Long.toString(created));
    line(text, "reach", reach.name());
    line(text, "depth", Integer.toString(depth));
    line(text, "until", Long.toString(until));
    seeds.forEach(seed -> line(text, "seed", seed));
    return text.toString();
  }

  private static void line(StringBuilder text, String name, String value) {
    if (value.indexOf('\n') >= 0) {
      throw new IllegalArgumentException("a crawl's " + name + " cannot contain a line break");
    }
    text.append(name).append(' ').append(value).append('\n');
  }

  /** Null if it is no plan. */
  static @Nullable CrawlPlan parse(String text) {
    String[] lines = text.split("\n", -1);
    if (text.length() > LONGEST || !lines[0].equals(FIRST_LINE)) {
      return null;
    }
    long created = 0;
    Reach reach = Reach.PAGE;
    int depth = 0;
    long until = FOR_EVER;
    List<String> seeds = new ArrayList<>();
    try {
      for (String line : lines) {
        String value = line.substring(line.indexOf(' ') + 1);
        switch (line.substring(0, Math.max(0, line.indexOf(' ')))) {
          case "created" -> created = Long.parseLong(value);
          case "reach" -> reach = Reach.valueOf(value.toUpperCase(Locale.ROOT));
          case "depth" -> depth = Integer.parseInt(value);
          case "until" -> until = Long.parseLong(value);
          case "seed" -> seeds.add(value);
          default -> {} // of a later version
        }
      }
    } catch (IllegalArgumentException e) {
      return null;
    }
    return new CrawlPlan(created, reach, depth, until, seeds);
  }
}
