package org.orbweaver.web.visit;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orbweaver.fetch.robots.RobotsRules;
import org.orbweaver.fetch.url.WebUrl;

/**
 * What visits have learned of a host: its robots.txt, its pace, how often it failed. In memory
 * only: whoever forgets it learns it again. One turn at a time uses it; who grants turns reads it.
 */
public final class HostState {
  /** RFC 9309 §2.4: not to be used for longer than a day. */
  private static final long RULES_LAST = Duration.ofHours(24).toNanos();

  /** Name servers stumble, and servers restart: some later tries cost little. */
  private static final long TRY_AGAIN = Duration.ofSeconds(5).toNanos();

  private static final int MOST_VAIN_DETOURS = 3;
  private static final int MOST_DETOURS = 100;

  private static final long GIVEN_UP_FOR = Duration.ofHours(1).toNanos();

  private Manners manners;
  private final HostPace pace;
  private @Nullable RobotsRules rules;
  private @Nullable RobotsRequest redirected;
  private long rulesUntil;
  private long unreachableUntil;
  private int misses;
  private int failuresInARow;
  private long failedAt;
  private final Map<String, Integer> vainDetours = new HashMap<>();
  private int sitemapsInVain;

  public HostState(Manners manners) {
    this.manners = manners;
    this.pace = new HostPace(manners);
  }

  /** From now on it is treated so. */
  public synchronized void adopt(Manners other) {
    manners = other;
    pace.adopt(other);
  }

  /** Its robots.txt, unless it was never asked for or is too old. */
  synchronized @Nullable RobotsRules rules(long now) {
    return now < rulesUntil ? rules : null;
  }

  /** The sitemaps that its robots.txt names; none while it is not known. */
  public synchronized List<WebUrl> sitemaps() {
    return rules == null ? List.of() : rules.sitemaps();
  }

  /** How many of its sitemaps, one after the other, have named no page. */
  synchronized int sitemapsInVain() {
    return sitemapsInVain;
  }

  synchronized void readSitemap(boolean namesPages) {
    sitemapsInVain = namesPages ? 0 : sitemapsInVain + 1;
  }

  /** Where to ask for robots.txt next. */
  synchronized RobotsRequest robotsRequest(String authority) {
    return redirected != null ? redirected : RobotsRequest.first(authority);
  }

  synchronized void redirectedTo(RobotsRequest next) {
    redirected = next;
  }

  synchronized void keepRules(RobotsRules fresh, long now) {
    redirected = null;
    misses = 0;
    rules = fresh;
    rulesUntil = now + RULES_LAST;
    fresh.crawlDelay().ifPresent(pace::askedFor);
  }

  /** How long it is not worth asking for its robots.txt; nothing may be fetched without it. */
  synchronized long unreachableFor(long now) {
    return Math.max(0, unreachableUntil - now);
  }

  /** Its robots.txt could not be had; returns how long to wait, which is this long at least. */
  synchronized long robotsFailed(long now, long atLeast) {
    redirected = null;
    failed(now);
    long wait = Math.max(missed(), atLeast);
    unreachableUntil = now + wait;
    return wait;
  }

  /** Its name or its robots.txt was not found; returns how long to wait before asking again. */
  synchronized long missed() {
    return Math.min(TRY_AGAIN << Math.min(misses++, 20), manners.longestDelay().toNanos());
  }

  /** How often in a row its name or its robots.txt was not found. */
  public synchronized int misses() {
    return misses;
  }

  synchronized void answered(long nanos) {
    pace.answered(nanos);
    failuresInARow = 0;
  }

  /** It answered that this is too much. */
  synchronized void complained() {
    pace.complained();
  }

  /** It did not answer at all. */
  synchronized void failed(long now) {
    pace.complained();
    failuresInARow++;
    failedAt = now;
  }

  /** How long it is not to be asked because it {@linkplain #failsAlways fails always}. */
  synchronized long givenUpFor(long now) {
    return failsAlways() ? Math.max(0, failedAt + GIVEN_UP_FOR - now) : 0;
  }

  /** It failed too often in a row to be worth the time. */
  public synchronized boolean failsAlways() {
    return failuresInARow >= manners.failuresInARow();
  }

  /**
   * Whether a page may still be had by {@linkplain CookieWall a detour}.
   *
   * @param over the path of the address that would send us back: a login's is another than that of
   *     a question about cookies
   */
  synchronized boolean mayDetour(String over) {
    return vainDetours.getOrDefault(over, 0) < MOST_VAIN_DETOURS
        && (vainDetours.size() < MOST_DETOURS || vainDetours.containsKey(over));
  }

  synchronized void detoured(String over, boolean helped) {
    vainDetours.put(over, helped ? 0 : vainDetours.getOrDefault(over, 0) + 1);
  }

  /** How long to leave it alone after a request. */
  public synchronized long pause() {
    return pace.nanos();
  }

  /** What must pass between two requests of one turn. */
  synchronized long pauseWithinTurn() {
    return Math.max(pace.nanos(), manners.addressDelay().toNanos());
  }
}
