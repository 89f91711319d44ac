package org.orbweaver.web.crawl;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** What happened so far, for progress and for the report. Safe for many threads, and bounded. */
public final class CrawlCounters {
  /** Types and reasons are servers' own words: past this many they count as "other". */
  private static final int MOST_KINDS = 200;

  private final LongAdder fetched = new LongAdder();
  private final LongAdder unchanged = new LongAdder();
  private final LongAdder notModified = new LongAdder();
  private final LongAdder bytes = new LongAdder();
  private final LongAdder links = new LongAdder();
  private final LongAdder newLinks = new LongAdder();
  private final LongAdder retries = new LongAdder();
  private final Map<String, LongAdder> statuses = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> types = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> problems = new ConcurrentHashMap<>();
  private final Map<String, String> examples = new ConcurrentHashMap<>();

  void fetched(int status, String type, long size, boolean changed) {
    fetched.increment();
    bytes.add(size);
    if (!changed) {
      unchanged.increment();
    }
    if (status == 304) {
      notModified.increment();
    }
    count(statuses, Integer.toString(status));
    if (status != 304) {
      count(types, type.isEmpty() ? "none" : type);
    }
  }

  void linksShipped(int count) {
    links.add(count);
  }

  void linksNew(int count) {
    newLinks.add(count);
  }

  /**
   * @param where it happened: a page or a host
   */
  void problem(String reason, String where) {
    count(problems, reason);
    if (examples.size() < MOST_KINDS) {
      examples.putIfAbsent(reason, where);
    }
  }

  void retried() {
    retries.increment();
  }

  private static void count(Map<String, LongAdder> counts, String kind) {
    LongAdder known = counts.get(kind);
    if (known == null) {
      String name = counts.size() < MOST_KINDS ? kind : "other";
      known = counts.computeIfAbsent(name, absent -> new LongAdder());
    }
    known.increment();
  }

  /** Responses recorded. */
  public long fetched() {
    return fetched.sum();
  }

  public long bytes() {
    return bytes.sum();
  }

  public long problems() {
    return problems.values().stream().mapToLong(LongAdder::sum).sum();
  }

  public Snapshot snapshot() {
    return new Snapshot(
        fetched.sum(),
        unchanged.sum(),
        notModified.sum(),
        bytes.sum(),
        links.sum(),
        newLinks.sum(),
        retries.sum(),
        sums(statuses),
        sums(types),
        sums(problems),
        new TreeMap<>(examples));
  }

  private static Map<String, Long> sums(Map<String, LongAdder> counts) {
    Map<String, Long> sums = new TreeMap<>();
    counts.forEach((kind, count) -> sums.put(kind, count.sum()));
    return sums;
  }

  /**
   * All counts at one moment.
   *
   * @param unchanged responses equal to the capture before, 304s among them
   * @param links in scope that new and changed pages had and their last captures had not
   * @param newLinks of those, the ones never seen anywhere
   * @param retries attempts that were repeated later
   * @param examples of each problem: where it happened first
   */
  public record Snapshot(
      long fetched,
      long unchanged,
      long notModified,
      long bytes,
      long links,
      long newLinks,
      long retries,
      Map<String, Long> statuses,
      Map<String, Long> types,
      Map<String, Long> problems,
      Map<String, String> examples) {}
}
