package org.orbweaver.web;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.orbweaver.fetch.http.FetchLimits;
import org.orbweaver.fetch.http.UserAgent;
import org.orbweaver.fetch.links.LinkLimits;
import org.orbweaver.fetch.scope.Reach;
import org.orbweaver.fetch.scope.ScopeOptions;
import org.orbweaver.fetch.scope.Traps;
import org.orbweaver.web.crawl.CrawlOptions;
import org.orbweaver.web.visit.Manners;
import org.orbweaver.web.visit.VisitOptions;

/**
 * What was said to a crawl after it began: {@code settings.txt} in its collection, a line {@code
 * name = value} each, by the names of {@code orb crawl}'s options. They stand above what the
 * command says, until they are taken out again; a running crawl reads the file when it changes.
 *
 * @param values by name
 */
public record CrawlSettings(Map<String, String> values) {
  static final String NAME = "settings.txt";
  static final String PAUSED = "paused";
  static final String CHECKPOINT = "checkpoint";
  private static final Set<String> NOT_OPTIONS = Set.of(PAUSED, CHECKPOINT);

  /** Each by its name: how it changes what was said before. */
  private static final Map<String, Change> CHANGES =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry(
                  "delay",
                  manners((m, v) -> m.withDelay(Amount.time(v), least(Amount.time(v), m)))),
              Map.entry("ip-delay", manners((m, v) -> m.withDelay(m.delay(), Amount.time(v)))),
              Map.entry("pages-per-host", manners((m, v) -> m.withBudget(positive(v)))),
              Map.entry("host-attempts", manners((m, v) -> m.withHostAttempts(positive(v)))),
              Map.entry("attempts", manners((m, v) -> m.withAttempts(small(v)))),
              Map.entry("host-failures", manners((m, v) -> m.withFailuresInARow(positive(v)))),
              Map.entry("max-redirects", links((l, v) -> l.withRedirects(small(v)))),
              Map.entry("max-nesting", links((l, v) -> l.withNesting(positive(v)))),
              Map.entry("max-links", links((l, v) -> l.withLinks(positive(v)))),
              Map.entry("max-read", links((l, v) -> l.withBytes(megabytes(v)))),
              Map.entry("no-robots", visit((o, v) -> o.withRobots(!yes(v)))),
              Map.entry("no-requisites", visit((o, v) -> o.withRequisites(!yes(v)))),
              Map.entry("follow-nofollow", visit((o, v) -> o.withNofollow(!yes(v)))),
              Map.entry("max-size", visit((o, v) -> o.withLimits(size(o.limits(), v)))),
              Map.entry("pages", crawl((o, v) -> o.withPages(count(v)))),
              Map.entry("bytes", crawl((o, v) -> o.withBytes(Amount.bytes(v)))),
              Map.entry("workers", crawl((o, v) -> o.withWorkers(positive(v)))),
              Map.entry("scope", scope((s, v) -> s.reaching(reach(v)))),
              Map.entry("depth", scope((s, v) -> s.withDepth(number(v)))),
              Map.entry("include", scope((s, v) -> s.including(patterns(v)))),
              Map.entry("exclude", scope((s, v) -> s.excluding(patterns(v)))),
              Map.entry("refuse", scope((s, v) -> s.refusing(Set.of(v.split(","))))),
              Map.entry("max-address", traps((t, v) -> t.withLength(limit(v)))),
              Map.entry("max-segments", traps((t, v) -> t.withSegments(limit(v)))),
              Map.entry("max-repeats", traps((t, v) -> t.withRepeats(limit(v)))),
              Map.entry("trap-patience", traps((t, v) -> t.withPatience(number(v))))));

  public CrawlSettings {
    values = Map.copyOf(values);
  }

  private interface Change {
    WebCrawlOptions apply(WebCrawlOptions options, String value);
  }

  private interface Part<T> {
    T apply(T part, String value);
  }

  private static Change crawl(Part<CrawlOptions> part) {
    return (options, value) -> options.withCrawl(part.apply(options.crawl(), value));
  }

  private static Change visit(Part<VisitOptions> part) {
    return crawl((crawl, value) -> crawl.withVisit(part.apply(crawl.visit(), value)));
  }

  private static Change manners(Part<Manners> part) {
    return visit((visit, value) -> visit.withManners(part.apply(visit.manners(), value)));
  }

  private static Change links(Part<LinkLimits> part) {
    return visit((visit, value) -> visit.withLinks(part.apply(visit.links(), value)));
  }

  private static Change scope(Part<ScopeOptions> part) {
    return (options, value) -> options.withScope(part.apply(options.scope(), value));
  }

  private static Change traps(Part<Traps> part) {
    return scope((scope, value) -> scope.withTraps(part.apply(scope.traps(), value)));
  }

  private static Duration least(Duration delay, Manners manners) {
    return delay.compareTo(manners.addressDelay()) < 0 ? delay : manners.addressDelay();
  }

  private static int number(String text) {
    return (int) Math.min(Integer.MAX_VALUE, count(text));
  }

  private static long count(String text) {
    if (!text.matches("\\d{1,18}")) {
      throw new IllegalArgumentException("it is a number, such as 10");
    }
    return Long.parseLong(text);
  }

  private static int positive(String text) {
    int number = number(text);
    if (number < 1) {
      throw new IllegalArgumentException("it is a number of 1 or more");
    }
    return number;
  }

  /** Of what a byte is kept with each address. */
  private static int small(String text) {
    return Math.clamp(number(text), 1, 100);
  }

  private static int megabytes(String text) {
    return Math.clamp(number(text), 1, 1_000) << 20;
  }

  private static int limit(String text) {
    int limit = number(text);
    return limit <= 0 ? Traps.OFF : limit;
  }

  private static boolean yes(String text) {
    if (!text.matches("yes|true|no|false")) {
      throw new IllegalArgumentException("it is yes or no");
    }
    return text.matches("yes|true");
  }

  private static FetchLimits size(FetchLimits limits, String megabytes) {
    return limits.withBodyBytes((long) positive(megabytes) << 20);
  }

  private static Reach reach(String name) {
    try {
      return Reach.valueOf(name.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "it is one of " + Arrays.toString(Reach.values()).toLowerCase(Locale.ROOT), e);
    }
  }

  private static List<Pattern> patterns(String text) {
    return Arrays.stream(text.split(" ")).map(Pattern::compile).toList();
  }

  /** Those of the crawl in that directory; none if there are none. */
  public static CrawlSettings of(Path directory) throws IOException {
    Path file = directory.resolve(NAME);
    Properties read = new Properties();
    if (Files.exists(file)) {
      try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
        read.load(reader);
      } catch (IllegalArgumentException e) {
        throw new IOException(file + " cannot be understood: " + e.getMessage(), e);
      }
    }
    return new CrawlSettings(
        read.stringPropertyNames().stream()
            .collect(
                Collectors.toMap(Function.identity(), name -> read.getProperty(name).strip())));
  }

  /**
   * The same with other values; an empty one takes a setting out.
   *
   * @throws IllegalArgumentException with a sentence, for what no crawl can be told
   */
  public CrawlSettings with(Map<String, String> changes) {
    Map<String, String> all = new TreeMap<>(values);
    changes.forEach(
        (name, value) -> {
          if (!CHANGES.containsKey(name) && !NOT_OPTIONS.contains(name)) {
            throw new IllegalArgumentException(
                "a running crawl has no \""
                    + name
                    + "\" to set; it has "
                    + String.join(", ", CHANGES.keySet()));
          }
          if (value.isEmpty()) {
            all.remove(name);
          } else {
            all.put(name, value);
          }
        });
    return new CrawlSettings(all);
  }

  /** Writes them down, whole or not at all. */
  public void save(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      throw new IOException("there is no crawl in " + directory);
    }
    StringBuilder text =
        new StringBuilder("# What stands above the options of 'orb crawl'; see 'orb crawl set'.\n");
    new TreeMap<>(values)
        .forEach(
            (name, value) ->
                text.append(name).append(" = ").append(value.replace("\\", "\\\\")).append('\n'));
    Path fresh = directory.resolve(NAME + ".new");
    Files.writeString(fresh, text);
    Files.move(
        fresh,
        directory.resolve(NAME),
        StandardCopyOption.REPLACE_EXISTING,
        StandardCopyOption.ATOMIC_MOVE);
  }

  boolean isPaused() {
    return values.getOrDefault(PAUSED, "").matches("yes|true");
  }

  /**
   * Options as changed.
   *
   * @throws IllegalArgumentException with a sentence, for a value that is none
   */
  public WebCrawlOptions apply(WebCrawlOptions options) {
    WebCrawlOptions changed = options;
    for (Map.Entry<String, Change> change : CHANGES.entrySet()) {
      String value = values.get(change.getKey());
      if (value != null) {
        try {
          changed = change.getValue().apply(changed, value);
        } catch (IllegalArgumentException | PatternSyntaxException e) {
          throw new IllegalArgumentException(
              change.getKey() + " cannot be \"" + value + "\": " + e.getMessage(), e);
        }
      }
    }
    return changed;
  }

  /**
   * @throws IllegalArgumentException with a sentence, for a value that is none
   */
  public void check() {
    UserAgent nobody = new UserAgent("nobody", "", "");
    apply(WebCrawlOptions.usual(CrawlOptions.usual(nobody), ScopeOptions.of(Reach.HOST)));
  }

  @Override
  public String toString() {
    return since(new CrawlSettings(Map.of()));
  }

  /** What is different from others, for the log. */
  String since(CrawlSettings before) {
    Map<String, String> told = new TreeMap<>();
    before.values.keySet().forEach(name -> told.put(name, "as the command says"));
    told.putAll(values);
    told.entrySet().removeIf(each -> each.getValue().equals(before.values.get(each.getKey())));
    return told.entrySet().stream()
        .map(each -> each.getKey() + " = " + each.getValue())
        .collect(Collectors.joining(", "));
  }
}
