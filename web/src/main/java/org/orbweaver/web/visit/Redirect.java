package org.orbweaver.web.visit;

import org.jspecify.annotations.Nullable;
import org.orbweaver.fetch.http.Exchange;
import org.orbweaver.fetch.url.WebUrl;

/** Where a response of the 3xx class leads (RFC 9110 §15.4). */
final class Redirect {
  private Redirect() {}

  /** Null if it leads nowhere. */
  static @Nullable WebUrl target(WebUrl from, Exchange exchange) {
    int status = exchange.status();
    return status < 300 || status >= 400
        ? null
        : exchange
            .response()
            .headers()
            .first("Location")
            .map(location -> WebUrl.parse(location, from))
            .orElse(null);
  }
}
