package org.orbweaver.overlay.crawl;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.orbweaver.overlay.task.Task;

/**
 * What somebody wants crawled, as all peers are to know it. Written as lines of text, so that it
 * can be read by eye and later versions can add to it.
 *
 * <pre>
 *   orbweaver crawl
 *   created 1763270000
 *   depth 5
 *   until 1763356400
 *   every 86400
 *   reach HOST
 *   seed https://example.org/
 * </pre>
 *
 * The swarm itself understands when a crawl begins and ends, how often it visits its pages, how
 * deep it goes, and its seeds. All other lines are {@linkplain #terms terms} that only the kind of
 * task understands to which they speak, as {@code reach} does to web pages; a peer carries those it
 * does not know.
 *
 * <p>Without patterns to include or exclude: a stranger's regular expression could keep us busy for
 * ever.
 *
 * @param created in seconds since 1970: the same wish on another day is another crawl
 * @param until when it ends, in seconds since 1970; {@link #FOR_EVER} if it ends with its tasks
 * @param every after how many seconds each page is visited again; {@link #ONCE} for never
 * @param terms by their names, a line each
 */
public record CrawlPlan(
    long created,
    int depth,
    long until,
    long every,
    List<String> seeds,
    Map<String, String> terms) {
  public static final long ONCE = 0;
  public static final long FOR_EVER = Long.MAX_VALUE;
  public static final int LONGEST = 64 << 10;

  /** Each round is a pass along all that each peer keeps. */
  static final long LEAST_EVERY = 5;

  private static final long MOST_EVERY = 100L * 366 * 86_400;
  private static final long LATEST = 253_402_300_799L;

  public static final int MOST_STOPPERS = 16;

  private static final String MAY_STOP = "may-stop";
  private static final Pattern KEY = Pattern.compile("[0-9a-f]{64}");
  private static final String FIRST_LINE = "orbweaver crawl";

  public CrawlPlan {
    seeds = List.copyOf(seeds);
    terms = Map.copyOf(terms);
    if (every != ONCE && (every < LEAST_EVERY || every > MOST_EVERY)) {
      throw new IllegalArgumentException(
          "a crawl comes again after %d seconds to a hundred years, not after %d"
              .formatted(LEAST_EVERY, every));
    }
    if (created < 0 || created > LATEST) {
      throw new IllegalArgumentException("a crawl is made between 1970 and 9999");
    }
  }

  /** A crawl that visits each page once. */
  public CrawlPlan(
      long created, int depth, long until, List<String> seeds, Map<String, String> terms) {
    this(created, depth, until, ONCE, seeds, terms);
  }

  /**
   * The round that pages are due in. All peers' clocks say the same, nearly: nobody begins a round
   * for all. A round that takes longer than it should leaves out the next.
   *
   * @param seconds since 1970
   */
  public int round(long seconds) {
    long last = Math.min(seconds, until);
    return every == ONCE ? 0 : Math.clamp((last - created) / every, 0, Task.LATEST_ROUND);
  }

  /** When a round begins, in seconds since 1970; it ends when the next does. */
  public long begins(int round) {
    return created + round * every;
  }

  /**
   * When the round ends that was under way at a time, of a crawl that comes again; nothing if that
   * round has not begun by now.
   */
  public OptionalLong roundEnd(long at, long now) {
    long round = Math.max(1, Math.ceilDiv(at - created, every));
    return round <= round(now) + 1L
        ? OptionalLong.of(created + round * every)
        : OptionalLong.empty();
  }

  /**
   * The Ed25519 keys, in hexadecimal, of peers that may stop it besides the one that began it: the
   * term {@code may-stop}. A plan that names more than {@link #MOST_STOPPERS} names nobody.
   */
  public List<String> mayStop() {
    List<String> keys = List.of(terms.getOrDefault(MAY_STOP, "").split(","));
    boolean sound =
        keys.size() <= MOST_STOPPERS && keys.stream().allMatch(key -> KEY.matcher(key).matches());
    return sound ? keys : List.of();
  }

  /** The same with peers that may stop it. */
  public CrawlPlan stoppableBy(List<String> keys) {
    return keys.isEmpty() ? this : withTerm(MAY_STOP, String.join(",", keys));
  }

  /** The same with one more term. */
  public CrawlPlan withTerm(String name, String value) {
    Map<String, String> more = new TreeMap<>(terms);
    more.put(name, value);
    return new CrawlPlan(created, depth, until, every, seeds, more);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(FIRST_LINE).append('\n');
    line(text, "created", Long.toString(created));
    line(text, "depth", Integer.toString(depth));
    line(text, "until", Long.toString(until));
    if (every != ONCE) {
      line(text, "every", Long.toString(every));
    }
    new TreeMap<>(terms).forEach((name, value) -> line(text, name, value));
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
    int depth = 0;
    long until = FOR_EVER;
    long every = ONCE;
    List<String> seeds = new ArrayList<>();
    Map<String, String> terms = new TreeMap<>();
    try {
      for (String line : List.of(lines).subList(1, lines.length)) {
        int space = line.indexOf(' ');
        String value = line.substring(space + 1);
        switch (line.substring(0, Math.max(0, space))) {
          case "" -> {}
          case "created" -> created = Long.parseLong(value);
          case "depth" -> depth = Integer.parseInt(value);
          case "until" -> until = Long.parseLong(value);
          case "every" -> every = Long.parseLong(value);
          case "seed" -> seeds.add(value);
          case String name -> terms.put(name, value);
        }
      }
      return new CrawlPlan(created, depth, until, every, seeds, terms);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
