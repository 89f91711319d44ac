package org.orbweaver.fetch.robots;

import crawlercommons.robots.BaseRobotRules;
import crawlercommons.robots.SimpleRobotRules;
import crawlercommons.robots.SimpleRobotRules.RobotRulesMode;
import crawlercommons.robots.SimpleRobotRulesParser;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.orbweaver.fetch.url.WebUrl;

/**
 * The rules of one host (scheme, host and port).
 *
 * <p>RFC 9309 §2.3.1: a missing file (4xx) allows everything; a server that cannot say (5xx, no
 * connection) allows nothing for now, and is asked again later. 429 is a 4xx, but one that says
 * "later", so it counts as unreachable: fetching pages from a server that just complained of too
 * many requests would be no manners at all.
 */
public final class RobotsRules {
  /** §2.5: at least 500 KiB must be read; nobody needs more. */
  public static final int MOST_BYTES = 512 << 10;

  private static final int MOST_SITEMAPS = 100;

  private final BaseRobotRules rules;
  private final boolean unreachable;

  private RobotsRules(BaseRobotRules rules, boolean unreachable) {
    this.rules = rules;
    this.unreachable = unreachable;
  }

  public static RobotsRules allowAll() {
    return new RobotsRules(new SimpleRobotRules(RobotRulesMode.ALLOW_ALL), false);
  }

  /** Nothing may be fetched until robots.txt has been asked for again. */
  public static RobotsRules unreachable() {
    return new RobotsRules(new SimpleRobotRules(RobotRulesMode.ALLOW_NONE), true);
  }

  /** From the response to a request for robots.txt, redirects already followed. */
  public static RobotsRules of(WebUrl url, int status, byte[] content, String token) {
    if (status >= 200 && status < 300) {
      return parse(url, content, token);
    }
    return status == 429 || status >= 500 ? unreachable() : allowAll();
  }

  private static RobotsRules parse(WebUrl url, byte[] content, String token) {
    byte[] read = content.length > MOST_BYTES ? Arrays.copyOf(content, MOST_BYTES) : content;
    SimpleRobotRulesParser parser = new SimpleRobotRulesParser();
    parser.setMaxCrawlDelay(Long.MAX_VALUE);
    return new RobotsRules(
        parser.parseContent(url.toString(), read, "text/plain", List.of(token)), false);
  }

  public boolean allows(WebUrl url) {
    return rules.isAllowAll() || rules.isAllowed(url.toString());
  }

  public boolean isUnreachable() {
    return unreachable;
  }

  /** The pause the operator wants between requests. */
  public Optional<Duration> crawlDelay() {
    long millis = rules.getCrawlDelay();
    return millis <= 0 || millis == BaseRobotRules.UNSET_CRAWL_DELAY
        ? Optional.empty()
        : Optional.of(Duration.ofMillis(millis));
  }

  public List<WebUrl> sitemaps() {
    return rules.getSitemaps().stream()
        .limit(MOST_SITEMAPS)
        .map(WebUrl::parse)
        .filter(Objects::nonNull)
        .map(Objects::requireNonNull)
        .toList();
  }
}
