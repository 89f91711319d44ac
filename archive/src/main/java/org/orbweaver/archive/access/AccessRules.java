package org.orbweaver.archive.access;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.orbweaver.archive.index.Surt;
import org.orbweaver.fetch.url.WebUrl;

/**
 * Rules of {@code access.txt}:
 *
 * <pre>
 *   block   https://example.org/private/*   removed at the owner's wish, 2026-11-15
 *   block   https://example.org/one.html    court order 1 BvR 12/26
 *   embargo 30d
 *   private NAME
 *   honour  noindex
 *   refuse  all   host   *.example.org      not ours to keep
 * </pre>
 *
 * {@link RefusalRule} tells the last kind apart: what this machine does not fetch, hold or show.
 */
public final class AccessRules {
  public static final String FILE = "access.txt";

  /** Longer than anything is kept, and far from where durations overflow. */
  private static final long LONGEST = 1_000_000;

  private final NavigableMap<String, String> exact = new TreeMap<>();
  private final NavigableMap<String, String> prefixes = new TreeMap<>();
  private final Set<String> closed = new HashSet<>();
  private final List<RefusalRule> refusals = new ArrayList<>();
  private final Set<Act> refusing = EnumSet.noneOf(Act.class);
  private final List<String> lines;
  private final InstantSource clock;
  private Duration embargo = Duration.ZERO;
  private boolean noindexHolds;

  private AccessRules(List<String> lines, InstantSource clock) {
    this.lines = List.copyOf(lines);
    this.clock = clock;
    lines.forEach(this::add);
  }

  /** No rules at all. */
  public static AccessRules none() {
    return new AccessRules(List.of(), InstantSource.system());
  }

  /** Those that these lines say. */
  public static AccessRules of(List<String> lines) {
    return new AccessRules(lines, InstantSource.system());
  }

  /** All those of some directories; a directory without the file has none. */
  public static AccessRules read(List<Path> directories, InstantSource clock) throws IOException {
    List<String> lines = new ArrayList<>();
    for (Path directory : directories) {
      Path file = directory.resolve(FILE);
      if (Files.exists(file)) {
        lines.addAll(Files.readAllLines(file));
      }
    }
    return new AccessRules(lines, clock);
  }

  /** Notes takedowns that came along with files from elsewhere, each once. */
  public static void join(Path directory, List<String> lines) throws IOException {
    Path file = directory.resolve(FILE);
    List<String> rules = new ArrayList<>(Files.exists(file) ? Files.readAllLines(file) : List.of());
    List<String> fresh = new AccessRules(lines, InstantSource.system()).takedowns();
    fresh.removeAll(rules);
    if (!fresh.isEmpty()) {
      rules.addAll(fresh);
      Files.write(file, rules);
    }
  }

  private void add(String line) {
    String text = line.strip();
    if (text.isEmpty() || text.startsWith("#")) {
      return;
    }
    String[] words = text.split("\\s+", 3);
    String target = words.length > 1 ? words[1] : "";
    switch (words[0]) {
      case "block" -> block(target, words.length > 2 ? words[2] : "no reason was given");
      case "embargo" -> embargo = Duration.ofHours(hours(target));
      case "private" -> closed.add(target);
      case "honour" -> {
        if (!target.equals("noindex")) {
          throw new IllegalArgumentException(
              FILE + ": only noindex can be honoured, not \"" + target + '"');
        }
        noindexHolds = true;
      }
      case "refuse" -> {
        RefusalRule rule = RefusalRule.parse(text);
        refusals.add(rule);
        refusing.addAll(rule.acts());
      }
      default ->
          throw new IllegalArgumentException(
              FILE
                  + ": \""
                  + text
                  + "\" is no rule; rules begin with block, embargo, private, honour or refuse");
    }
  }

  private static long hours(String text) {
    try {
      long count = Long.parseLong(text, 0, Math.max(0, text.length() - 1), 10);
      if (count < 0 || count > LONGEST) {
        throw new NumberFormatException("no span of time");
      }
      return switch (text.charAt(text.length() - 1)) {
        case 'h' -> count;
        case 'd' -> 24 * count;
        case 'y' -> 365 * 24 * count;
        default -> throw new IllegalArgumentException("an embargo is like 12h, 30d or 2y: " + text);
      };
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("an embargo is like 12h, 30d or 2y, not " + text, e);
    }
  }

  private void block(String target, String reason) {
    boolean prefix = target.endsWith("*");
    String address = prefix ? target.substring(0, target.length() - 1) : target;
    WebUrl url = WebUrl.parse(address.contains("://") ? address : "http://" + address);
    if (url == null) {
      throw new IllegalArgumentException(FILE + ": " + target + " is no address");
    }
    (prefix ? prefixes : exact).put(Surt.of(url.toString()), reason);
    refusing.add(Act.SHOW);
  }

  /** Why an address must not be shown; null if it may. */
  public @Nullable String blocked(String surt) {
    String reason = exact.get(surt);
    if (reason != null || prefixes.isEmpty()) {
      return reason;
    }
    // A prefix of the SURT sorts before it, and only shorter prefixes lie in between.
    for (Map.Entry<String, String> before = prefixes.floorEntry(surt);
        before != null;
        before = prefixes.lowerEntry(before.getKey())) {
      if (surt.startsWith(before.getKey())) {
        return before.getValue();
      }
    }
    return null;
  }

  /** Whether there is a page with which that is not done. */
  public boolean refusesAnything(Act act) {
    return refusing.contains(act);
  }

  /** Why something is not done with a page; null if it may be. */
  public @Nullable String refusal(Act act, RuleSubject page) {
    for (RefusalRule rule : refusals) {
      if (rule.speaksOf(act, page)) {
        return rule.reason();
      }
    }
    boolean mayBeBlocked = act == Act.SHOW && !(exact.isEmpty() && prefixes.isEmpty());
    return mayBeBlocked ? blocked(Surt.of(page.url())) : null;
  }

  /**
   * Whether a search leaves out pages whose authors asked search engines to. An archive is no such
   * engine by itself, and what was published can be cited: that is the operator's choice.
   */
  public boolean noindexHolds() {
    return noindexHolds;
  }

  public Duration embargo() {
    return embargo;
  }

  /** Old enough, and not blocked. */
  public boolean isShown(String url, Instant at) {
    return isOldEnough(at) && refusal(Act.SHOW, RuleSubject.address(url)) == null;
  }

  public boolean isOldEnough(Instant at) {
    return embargo.isZero() || !at.isAfter(clock.instant().minus(embargo));
  }

  public boolean isPrivate(String collection) {
    return closed.contains(collection);
  }

  /** All of them as they were written, for everybody to see; without remarks. */
  public List<String> lines() {
    return lines.stream()
        .map(String::strip)
        .filter(line -> !line.isEmpty() && !line.startsWith("#"))
        .toList();
  }

  /** The rules that speak of addresses, to go along with an export. */
  public List<String> takedowns() {
    List<String> all = new ArrayList<>(lines);
    all.removeIf(line -> !line.strip().startsWith("block"));
    return all;
  }
}
