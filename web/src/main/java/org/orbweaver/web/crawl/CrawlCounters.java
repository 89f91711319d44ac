package org.orbweaver.web.crawl;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.orbweaver.fetch.scope.Verdict;
import org.orbweaver.fetch.url.Fingerprint;
import org.orbweaver.fetch.url.WebUrl;
import org.orbweaver.web.visit.Cause;

/** What happened so far, for progress and for the report. Safe for many threads, and bounded. */
public final class CrawlCounters {
  /** Types and reasons are servers' own words: past this many they count as "other". */
  private static final int MOST_KINDS = 200;

  private static final int LEFT_OUT_TABLE = 1 << 18;

  private final LongAdder fetched = new LongAdder();
  private final LongAdder unchanged = new LongAdder();
  private final LongAdder notModified = new LongAdder();
  private final LongAdder bytes = new LongAdder();
  private final LongAdder links = new LongAdder();
  private final LongAdder newLinks = new LongAdder();
  private final LongAdder retries = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private final Map<String, LongAdder> statuses = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> types = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> problems = new ConcurrentHashMap<>();
  private final Map<String, String> examples = new ConcurrentHashMap<>();
  private final Map<Verdict, RuleTally> leftOut = new EnumMap<>(Verdict.class);
  private final long[] leftOutLately = new long[LEFT_OUT_TABLE];

  void fetched(int status, String type, long size, boolean changed) {
    fetched.increment();
    bytes.add(size);
    if (!changed) {
      unchanged.increment();
    }
    if (status == 304) {
      notModified.increment();
    }
    if (Cause.isFailure(status)) {
      failed.increment();
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

  /** An address was not fetched. */
  void missed(Cause cause, String url) {
    if (cause.isFailure()) {
      failed.increment();
    }
    problem(cause.because(), url);
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

  /**
   * Counts an address that a rule leaves out, the first time it is met: most links of a page lead
   * where others of its site led. The table that knows them is bounded, so of very many some are
   * counted twice.
   *
   * @return whether it was the first time
   */
  boolean leftOut(Verdict rule, WebUrl url) {
    Fingerprint print = Fingerprint.of(url);
    long mixed = print.host() * 31 ^ print.page() ^ rule.ordinal();
    int slot = (int) (mixed ^ mixed >>> 32) & LEFT_OUT_TABLE - 1;
    synchronized (leftOut) {
      if (leftOutLately[slot] == mixed) {
        return false;
      }
      leftOutLately[slot] = mixed;
      leftOut.merge(
          rule,
          new RuleTally(rule.because(), rule.option(), 1, List.of(url.toString())),
          RuleTally::and);
      return true;
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
        failed.sum(),
        sums(statuses),
        sums(types),
        sums(problems),
        new TreeMap<>(examples),
        leftOut());
  }

  private Map<Verdict, RuleTally> leftOut() {
    synchronized (leftOut) {
      return new EnumMap<>(leftOut);
    }
  }

  /**
   * What one rule left out.
   *
   * @param option that sets the rule; empty if none does
   */
  public record RuleTally(String because, String option, long count, List<String> examples) {
    private static final int MOST_EXAMPLES = 3;

    public RuleTally {
      examples = List.copyOf(examples);
    }

    RuleTally and(RuleTally other) {
      List<String> both = new ArrayList<>(examples);
      other.examples.stream().limit(MOST_EXAMPLES - both.size()).forEach(both::add);
      return new RuleTally(because, option, count + other.count, both);
    }
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
   * @param failed addresses that could not be had, or whose server said that it cannot now
   * @param examples of each problem: where it happened first
   * @param leftOut addresses that rules of the crawl's scope left out, by rule
   */
  public record Snapshot(
      long fetched,
      long unchanged,
      long notModified,
      long bytes,
      long links,
      long newLinks,
      long retries,
      long failed,
      Map<String, Long> statuses,
      Map<String, Long> types,
      Map<String, Long> problems,
      Map<String, String> examples,
      Map<Verdict, RuleTally> leftOut) {}
}
