package org.orbweaver.fetch.scope;

import com.google.re2j.Pattern;
import crawlercommons.domains.EffectiveTldFinder;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.orbweaver.fetch.url.WebUrl;

/**
 * Decides of every discovered address whether it belongs to the crawl. Safe for many threads; it
 * grows only by seeds and by where seeds redirect to.
 */
public final class Scope {
  private final ScopeOptions options;
  private final Set<String> reached = ConcurrentHashMap.newKeySet();
  private final Consumer<WebUrl> grown;
  private final TrapWatch watch;

  public Scope(ScopeOptions options, List<WebUrl> seeds) {
    this(
        options,
        seeds,
        seed -> {},
        new TrapWatch(options.traps().patience(), List.of(), trap -> {}));
  }

  /**
   * @param grown told of each page that extends the reach, those seeds included
   * @param watch over endless kinds of addresses
   */
  public Scope(ScopeOptions options, List<WebUrl> seeds, Consumer<WebUrl> grown, TrapWatch watch) {
    this.options = options;
    this.grown = grown;
    this.watch = watch;
    seeds.forEach(this::extendTo);
  }

  /** Takes in a seed, or the page a seed redirects to: https, www, a moved site. */
  public void extendTo(WebUrl seed) {
    String key = key(seed);
    if (key != null && reached.add(key)) {
      grown.accept(seed);
    }
  }

  /** Watches for traps. */
  public TrapWatch watch() {
    return watch;
  }

  /** What a page must share with a seed; null if everything is within reach, or nothing more. */
  private @Nullable String key(WebUrl url) {
    return switch (options.reach()) {
      case HOST -> url.host();
      case DOMAIN -> domain(url.host());
      case PREFIX -> url.authority() + folder(url.path());
      case PAGE -> url.toString();
      case ANY -> null;
    };
  }

  private static String folder(String path) {
    return path.substring(0, path.lastIndexOf('/') + 1);
  }

  private static String domain(String host) {
    String assigned = EffectiveTldFinder.getAssignedDomain(host, true, false);
    return assigned != null ? assigned : lastTwoLabels(host);
  }

  /** Names the public suffix list does not know: an intranet's, a laboratory's. */
  private static String lastTwoLabels(String host) {
    boolean address = host.startsWith("[") || Character.isDigit(host.charAt(host.length() - 1));
    int dot = host.lastIndexOf('.', host.lastIndexOf('.') - 1);
    return address ? host : host.substring(dot + 1);
  }

  /**
   * @param depth clicks from the seed
   */
  public Verdict judge(WebUrl url, int depth) {
    if (!withinReach(url)) {
      return Verdict.OUTSIDE;
    }
    if (depth > options.depth()) {
      return Verdict.TOO_DEEP;
    }
    Verdict refused = judgeRequisite(url);
    return refused == Verdict.IN
            && !options.include().isEmpty()
            && !anyFinds(options.include(), url.toString())
        ? Verdict.NOT_INCLUDED
        : refused;
  }

  /**
   * Images and styles of a page in scope: only limits, traps and the operator's exclusions count.
   */
  public Verdict judgeRequisite(WebUrl url) {
    if (!options.refusedTypes().isEmpty() && options.refusedTypes().contains(type(url.path()))) {
      return Verdict.REFUSED_TYPE;
    }
    if (!options.exclude().isEmpty() && anyFinds(options.exclude(), url.toString())) {
      return Verdict.EXCLUDED;
    }
    Verdict limit = options.traps().judge(url);
    return limit == Verdict.IN && watch.holds(url) ? Verdict.TRAP : limit;
  }

  private boolean withinReach(WebUrl url) {
    if (options.reach() == Reach.ANY) {
      return true;
    }
    if (options.reach() != Reach.PREFIX) {
      String key = key(url);
      return key != null && reached.contains(key);
    }
    String href = url.toString();
    for (String prefix : reached) {
      if (href.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }

  private static boolean anyFinds(List<Pattern> patterns, String text) {
    for (Pattern pattern : patterns) {
      if (pattern.matcher(text).find()) {
        return true;
      }
    }
    return false;
  }

  private static String type(String path) {
    int dot = path.lastIndexOf('.');
    return dot > path.lastIndexOf('/') ? path.substring(dot + 1).toLowerCase(Locale.ROOT) : "";
  }
}
