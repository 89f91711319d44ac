package org.orbweaver.web.crawl;

import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.orbweaver.fetch.http.CheckedAddress;
import org.orbweaver.fetch.http.ContentDecoding;
import org.orbweaver.fetch.http.Exchange;
import org.orbweaver.fetch.http.FetchFailure;
import org.orbweaver.fetch.http.Fetcher;
import org.orbweaver.fetch.http.Names;
import org.orbweaver.fetch.http.PageRequest;
import org.orbweaver.fetch.http.Truncation;
import org.orbweaver.fetch.robots.RobotsRules;
import org.orbweaver.fetch.url.WebUrl;

/** Asks a host for its robots.txt, following redirects as RFC 9309 §2.3.1.2 wants it: five. */
public final class HostRules {
  /** §2.4: not to be used for longer than a day. */
  public static final Duration KEPT = Duration.ofHours(24);

  public static final Duration KEPT_WHEN_UNREACHABLE = Duration.ofHours(1);
  private static final int MOST_REDIRECTS = 5;

  private final Fetcher fetcher;
  private final Names names;
  private final Pause pause;
  private final long pauseNanos;
  private final String token;

  /**
   * @param pauseNanos between two requests, should there be redirects
   */
  public HostRules(Fetcher fetcher, Names names, Pause pause, long pauseNanos, String token) {
    this.fetcher = fetcher;
    this.names = names;
    this.pause = pause;
    this.pauseNanos = pauseNanos;
    this.token = token;
  }

  /** Called with every response on the way, so that it can be kept. */
  public interface Witness {
    void saw(Exchange exchange) throws IOException;
  }

  public RobotsRules ask(String authority, CheckedAddress address, Witness witness)
      throws IOException, InterruptedException {
    WebUrl url = WebUrl.of(authority + "/robots.txt");
    CheckedAddress at = address;
    for (int i = 0; i <= MOST_REDIRECTS; i++) {
      try (Exchange exchange = fetcher.fetch(PageRequest.of(url), at)) {
        witness.saw(exchange);
        int status = exchange.status();
        WebUrl target = status >= 300 && status < 400 ? target(url, exchange) : null;
        if (target == null && !isWhole(exchange)) {
          return RobotsRules.unreachable();
        }
        if (target == null) {
          byte[] text = ContentDecoding.decode(exchange.response(), RobotsRules.MOST_BYTES);
          return RobotsRules.of(url, status, text, token);
        }
        if (!(names.lookUp(target.host()) instanceof Names.Answer.Found found)) {
          return RobotsRules.unreachable();
        }
        at = found.address();
        url = target;
        pause.nanos(pauseNanos);
      } catch (FetchFailure e) {
        return RobotsRules.unreachable();
      }
    }
    return RobotsRules.allowAll(); // more redirects than five count as a missing file
  }

  /**
   * The rules behind a broken connection may forbid what those before it allow. A file that was cut
   * for its length is whole: RFC 9309 §2.5 wants no more than its first 500 KiB read.
   */
  private static boolean isWhole(Exchange exchange) {
    Truncation truncation = exchange.response().truncation();
    return truncation == Truncation.NONE || truncation == Truncation.LENGTH;
  }

  private static @Nullable WebUrl target(WebUrl url, Exchange exchange) {
    return exchange
        .response()
        .headers()
        .first("Location")
        .map(location -> WebUrl.parse(location, url))
        .orElse(null);
  }
}
