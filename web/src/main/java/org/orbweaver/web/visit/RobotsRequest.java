package org.orbweaver.web.visit;

import org.jspecify.annotations.Nullable;
import org.orbweaver.fetch.http.ContentDecoding;
import org.orbweaver.fetch.http.Exchange;
import org.orbweaver.fetch.http.Headers;
import org.orbweaver.fetch.http.Truncation;
import org.orbweaver.fetch.robots.RobotsRules;
import org.orbweaver.fetch.url.WebUrl;

/**
 * A request for a host's robots.txt. Redirects are followed as RFC 9309 §2.3.1.2 wants it, five of
 * them, to any host; each is a request of its own, in a turn of its own.
 *
 * @param hops redirects that led here
 */
record RobotsRequest(WebUrl url, int hops) {
  private static final int MOST_HOPS = 5;

  static RobotsRequest first(String authority) {
    return new RobotsRequest(WebUrl.of(authority + "/robots.txt"), 0);
  }

  /** The request that the answer asks for; null if it is the end. */
  @Nullable RobotsRequest redirect(Exchange exchange) {
    WebUrl target = target(exchange);
    return target == null || hops >= MOST_HOPS ? null : new RobotsRequest(target, hops + 1);
  }

  private @Nullable WebUrl target(Exchange exchange) {
    int status = exchange.status();
    return status < 300 || status >= 400
        ? null
        : exchange
            .response()
            .headers()
            .first("Location")
            .map(location -> WebUrl.parse(Headers.utf8(location), url))
            .orElse(null);
  }

  /** What the last answer says; one redirect too many counts as a missing file. */
  RobotsRules rules(Exchange exchange, String token) {
    if (!isWhole(exchange)) {
      return RobotsRules.unreachable();
    }
    byte[] text = ContentDecoding.decode(exchange.response(), RobotsRules.MOST_BYTES);
    return RobotsRules.of(url, exchange.status(), text, token);
  }

  /**
   * The rules behind a broken connection may forbid what those before it allow. A file that was cut
   * for its length is whole: RFC 9309 §2.5 wants no more than its first 500 KiB read.
   */
  private static boolean isWhole(Exchange exchange) {
    Truncation truncation = exchange.response().truncation();
    return truncation == Truncation.NONE || truncation == Truncation.LENGTH;
  }
}
