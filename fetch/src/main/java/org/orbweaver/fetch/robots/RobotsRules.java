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

  private final BaseRobotRules rules;
  private final boolean unreachable;
  private final boolean cut;

  private RobotsRules(BaseRobotRules rules, boolean unreachable, boolean cut) {
    this.rules = rules;
    this.unreachable = unreachable;
    this.cut = cut;
  }

  public static RobotsRules allowAll() {
    return new RobotsRules(new SimpleRobotRules(RobotRulesMode.ALLOW_ALL), false, false);
  }

  /** Nothing may be fetched until robots.txt has been asked for again. */
  public static RobotsRules unreachable() {
    return new RobotsRules(new SimpleRobotRules(RobotRulesMode.ALLOW_NONE), true, false);
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
        parser.parseContent(url.toString(), read, "text/plain", List.of(token)),
        false,
        content.length >= MOST_BYTES);
  }

  public boolean allows(WebUrl url) {
    return rules.isAllowAll() || rules.isAllowed(url.toString());
  }

  public boolean isUnreachable() {
    return unreachable;
  }

  /** The file is longer than what is read of it. */
  public boolean isCut() {
    return cut;
  }

  /** The pause the operator wants between requests. */
  public Optional<Duration> crawlDelay() {
    long millis = rules.getCrawlDelay();
    return millis <= 0 || millis == BaseRobotRules.UNSET_CRAWL_DELAY
        ? Optional.empty()
        : Optional.of(Duration.ofMillis(millis));
  }

  /** As many as fit into the bytes that are read. */
  public List<WebUrl> sitemaps() {
    return rules.getSitemaps().stream()
        .map(WebUrl::parse)
        .filter(Objects::nonNull)
        .map(Objects::requireNonNull)
        .toList();
  }
}
