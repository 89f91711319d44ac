package org.orbweaver.app.page;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orbweaver.fetch.scope.Reach;
import org.orbweaver.fetch.scope.ScopeOptions;
import org.orbweaver.fetch.scope.Traps;
import org.orbweaver.overlay.crawl.CrawlPlan;
import org.orbweaver.web.visit.VisitOptions;

/**
 * What a crawl's plan says to web pages, a {@linkplain CrawlPlan#terms term} each: {@code reach},
 * {@code include}, {@code exclude}, {@code refuse}, {@code no-requisites}, {@code follow-nofollow},
 * {@code pages-per-host}, {@code pages}, {@code bytes}. All peers judge a page by these, so they
 * agree on what belongs to a crawl.
 *
 * <p>What is not in a plan is each peer's own matter: pauses, robots.txt, the user agent, the size
 * of bodies, which private hosts may be reached. A plan can ask for a smaller budget, never for a
 * larger one. Patterns are a stranger's: they are of a kind that takes linear time (RE2), and
 * short.
 */
public final class PageTerms {
  private static final String REACH = "reach";
  private static final String INCLUDE = "include";
  private static final String EXCLUDE = "exclude";
  private static final String REFUSE = "refuse";
  private static final String NO_REQUISITES = "no-requisites";
  private static final String FOLLOW_NOFOLLOW = "follow-nofollow";
  private static final String PAGES_PER_HOST = "pages-per-host";
  private static final String PAGES = "pages";
  private static final String BYTES = "bytes";
  private static final String YES = "yes";
  private static final int LONGEST_PATTERN = 1_000;

  private PageTerms() {}

  /**
   * The terms of such a crawl.
   *
   * @param pages that it may fetch in all
   * @param bytes likewise
   */
  public static Map<String, String> of(
      ScopeOptions scope, VisitOptions visit, long pages, long bytes) {
    Map<String, String> terms = new HashMap<>();
    terms.put(REACH, scope.reach().name());
    put(terms, INCLUDE, alternatives(scope.include()));
    put(terms, EXCLUDE, alternatives(scope.exclude()));
    put(terms, REFUSE, String.join(",", scope.refusedTypes()));
    put(terms, NO_REQUISITES, visit.requisites() ? "" : YES);
    put(terms, FOLLOW_NOFOLLOW, visit.nofollow() ? "" : YES);
    terms.put(PAGES_PER_HOST, Integer.toString(visit.manners().pagesPerHost()));
    put(terms, PAGES, pages == Long.MAX_VALUE ? "" : Long.toString(pages));
    put(terms, BYTES, bytes == Long.MAX_VALUE ? "" : Long.toString(bytes));
    return terms;
  }

  private static void put(Map<String, String> terms, String name, String value) {
    if (!value.isEmpty()) {
      terms.put(name, value);
    }
  }

  private static String alternatives(List<Pattern> patterns) {
    return patterns.size() == 1
        ? patterns.getFirst().pattern()
        : patterns.stream()
            .map(pattern -> "(?:" + pattern.pattern() + ")")
            .collect(Collectors.joining("|"));
  }

  /**
   * What belongs to the crawl.
   *
   * @throws IllegalArgumentException with a sentence, if the plan cannot be understood
   */
  static ScopeOptions scope(CrawlPlan plan, Traps traps) {
    Map<String, String> terms = plan.terms();
    String refused = terms.getOrDefault(REFUSE, "");
    return new ScopeOptions(
        reach(terms.getOrDefault(REACH, Reach.PAGE.name())),
        plan.depth(),
        patterns(terms.get(INCLUDE)),
        patterns(terms.get(EXCLUDE)),
        refused.isEmpty() ? Set.of() : Set.of(refused.split(",")),
        traps);
  }

  private static Reach reach(String name) {
    try {
      return Reach.valueOf(name.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("its crawl's reach is unknown here: " + name, e);
    }
  }

  private static List<Pattern> patterns(@Nullable String written) {
    if (written == null) {
      return List.of();
    }
    if (written.length() > LONGEST_PATTERN) {
      throw new IllegalArgumentException(
          "its crawl's patterns have more than %,d characters".formatted(LONGEST_PATTERN));
    }
    try {
      return List.of(Pattern.compile(written));
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException("its crawl's pattern is none: " + written, e);
    }
  }

  /** How its pages are visited, by a peer that visits pages so. */
  static VisitOptions visit(CrawlPlan plan, VisitOptions own) {
    Map<String, String> terms = plan.terms();
    return own.withRequisites(!terms.containsKey(NO_REQUISITES))
        .withNofollow(!terms.containsKey(FOLLOW_NOFOLLOW));
  }

  /** How many pages of one host it may fetch. */
  static int pagesPerHost(CrawlPlan plan) {
    return (int) Math.min(Integer.MAX_VALUE, limit(plan, PAGES_PER_HOST));
  }

  /** How many pages it may fetch in all; {@link Long#MAX_VALUE} if that has no limit. */
  public static long pages(CrawlPlan plan) {
    return limit(plan, PAGES);
  }

  /** How many bytes it may fetch in all; {@link Long#MAX_VALUE} if that has no limit. */
  public static long bytes(CrawlPlan plan) {
    return limit(plan, BYTES);
  }

  private static long limit(CrawlPlan plan, String term) {
    try {
      String limit = plan.terms().get(term);
      return limit == null ? Long.MAX_VALUE : Math.max(0, Long.parseLong(limit));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("its crawl's " + term + " is no number", e);
    }
  }
}
