package org.orbweaver.web.visit;

import org.jspecify.annotations.Nullable;
import org.orbweaver.fetch.http.Exchange;
import org.orbweaver.fetch.http.FetchFailure;
import org.orbweaver.fetch.http.Headers;
import org.orbweaver.fetch.http.PageRequest;
import org.orbweaver.fetch.robots.RobotsRules;
import org.orbweaver.fetch.url.Canonical;
import org.orbweaver.fetch.url.WebUrl;

/**
 * Asks for a page as a browser does whose visitor never sees this: the page sets a cookie and sends
 * him away, and when he comes back with it, it is there. As links, such redirects lead nowhere new,
 * and the page would be lost. Followed only while the page's own host sends us around with cookies
 * that are new, robots.txt kept to, with the host's pause before each request; what the archive
 * gets is the page.
 */
final class CookieWall {
  private static final int MOST_HOPS = 5;

  private final VisitParts parts;

  CookieWall(VisitParts parts) {
    this.parts = parts;
  }

  /** The answer that counts; the caller closes it. */
  Exchange ask(PageRequest request, VisitTurn turn, RobotsRules rules)
      throws FetchFailure, InterruptedException {
    WebUrl page = request.url();
    String before = parts.session().cookies(page);
    Exchange answer = parts.fetcher().fetch(request, turn.address());
    WebUrl next = target(answer);
    for (int hops = 0; hops < MOST_HOPS && next != null; hops++) {
      boolean newCookies = !parts.session().cookies(page).equals(before);
      if (!newCookies
          || !next.authority().equals(page.authority())
          || !rules.allows(next)
          || !turn.allowsAnother()) {
        break;
      }
      parts.pause().nanos(turn.host().pauseWithinTurn());
      boolean back = next.equals(page);
      try {
        Exchange further =
            parts.fetcher().fetch(back ? request : PageRequest.of(next), turn.address());
        if (back) {
          answer.close();
          return further;
        }
        try (further) {
          next = target(further);
        }
      } catch (FetchFailure e) {
        break; // what we have is an answer all the same
      }
    }
    return answer;
  }

  private static @Nullable WebUrl target(Exchange exchange) {
    int status = exchange.status();
    if (status < 300 || status > 308 || status == 304) {
      return null;
    }
    WebUrl url =
        exchange
            .response()
            .headers()
            .first("Location")
            .map(location -> WebUrl.parse(Headers.utf8(location), exchange.request().url()))
            .orElse(null);
    return url == null ? null : Canonical.spelled(url);
  }
}
