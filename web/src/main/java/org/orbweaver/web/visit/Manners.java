package org.orbweaver.web.visit;

import java.time.Duration;

/**
 * How gently hosts are treated.
 *
 * @param delay between two requests to a host, unless it asks for more
 * @param addressDelay between two requests to an IP address, whichever hosts live there
 * @param longestDelay a crawl-delay beyond this is capped, a Retry-After beyond it ends the host's
 *     turn for this round
 * @param slowness a host that answers slowly is left alone for this many times its answering time
 * @param attempts before an address is given up
 * @param hostAttempts at a host's name and robots.txt, before the host is given up for this round:
 *     they are asked for again after 5 s, 10 s, 20 s …
 * @param failuresInARow before a whole host is given up for this round
 * @param pagesPerHost budget of a host in a round: what no other trap defence catches ends here
 */
public record Manners(
    Duration delay,
    Duration addressDelay,
    Duration longestDelay,
    double slowness,
    int attempts,
    int hostAttempts,
    int failuresInARow,
    int pagesPerHost) {
  public static Manners usual() {
    return new Manners(
        Duration.ofSeconds(1),
        Duration.ofMillis(500),
        Duration.ofMinutes(5),
        1,
        3,
        5,
        20,
        1_000_000);
  }

  /** For servers that are our own, as in the lab. */
  public static Manners none() {
    return new Manners(
        Duration.ZERO, Duration.ZERO, Duration.ofMinutes(5), 0, 3, 5, 20, Integer.MAX_VALUE);
  }

  public Manners withDelay(Duration host, Duration address) {
    return new Manners(
        host,
        address,
        longestDelay,
        slowness,
        attempts,
        hostAttempts,
        failuresInARow,
        pagesPerHost);
  }

  public Manners withAttempts(int most) {
    return new Manners(
        delay,
        addressDelay,
        longestDelay,
        slowness,
        most,
        hostAttempts,
        failuresInARow,
        pagesPerHost);
  }

  public Manners withFailuresInARow(int most) {
    return new Manners(
        delay, addressDelay, longestDelay, slowness, attempts, hostAttempts, most, pagesPerHost);
  }

  public Manners withHostAttempts(int most) {
    return new Manners(
        delay, addressDelay, longestDelay, slowness, attempts, most, failuresInARow, pagesPerHost);
  }

  public Manners withBudget(int pages) {
    return new Manners(
        delay, addressDelay, longestDelay, slowness, attempts, hostAttempts, failuresInARow, pages);
  }
}
