package org.orbweaver.web.visit;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
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
 *
 * <p>The cookie may be set by the second address only. That one knows where to send us back to only
 * if its query says so, for we send no Referer. Logins are told so, too, and let nobody in: an
 * address over which detours bring nothing is soon spared them.
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
    String before = parts.session().cookies(request.url());
    Exchange answer = parts.fetcher().fetch(request, turn.address());
    WebUrl next = target(answer);
    if (next == null) {
      return answer;
    }
    boolean detour = isDetour(request.url(), next) && turn.host().mayDetour(next.path());
    Exchange page = sentAround(request, next, before, detour, turn, rules);
    if (detour) {
      turn.host().detoured(next.path(), page != null && target(page) == null);
    }
    if (page == null) {
      return answer;
    }
    answer.close();
    return page;
  }

  /** The page as it is for those who come back to it; null if that is not where we are led. */
  private @Nullable Exchange sentAround(
      PageRequest request,
      WebUrl first,
      String before,
      boolean detour,
      VisitTurn turn,
      RobotsRules rules)
      throws InterruptedException {
    WebUrl page = request.url();
    WebUrl next = first;
    for (int hops = 0; hops < MOST_HOPS && next != null; hops++) {
      boolean newCookies = !parts.session().cookies(page).equals(before);
      boolean leadsOn = newCookies || detour && hops == 0;
      if (!leadsOn
          || !next.authority().equals(page.authority())
          || !rules.allows(next)
          || !turn.allowsAnother()) {
        return null;
      }
      parts.pause().nanos(turn.host().pauseWithinTurn());
      boolean back = next.equals(page);
      try {
        Exchange further =
            parts.fetcher().fetch(back ? request : PageRequest.of(next), turn.address());
        if (back) {
          return further;
        }
        try (further) {
          next = target(further);
        }
      } catch (FetchFailure e) {
        return null; // what we have is an answer all the same
      }
    }
    return null;
  }

  /** Whether the address has the page in its query, as {@code /consent?back=/page} has. */
  private boolean isDetour(WebUrl page, WebUrl address) {
    String query = address.query();
    if (query == null || !parts.session().keepsCookies()) {
      return false;
    }
    for (String parameter : query.split("&")) {
      String value = decoded(parameter.substring(parameter.indexOf('=') + 1));
      if (value.startsWith("/") || value.startsWith("http")) {
        WebUrl named = WebUrl.parse(value, page);
        if (named != null && Canonical.spelled(named).equals(page)) {
          return true;
        }
      }
    }
    return false;
  }

  private static String decoded(String value) {
    try {
      return URLDecoder.decode(value, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return value; // a lone percent sign
    }
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
