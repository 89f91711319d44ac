package org.orbweaver.fetch.session;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.orbweaver.fetch.url.WebUrl;

/**
 * The cookies of a crawl. Bounded: of a domain's the oldest goes when there are {@value
 * #OF_A_DOMAIN}, and of all domains the one that was given cookies longest ago when there are
 * {@value #DOMAINS}. Not for many threads: its session has the lock.
 */
final class CookieJar {
  private static final int OF_A_DOMAIN = 50;
  private static final int DOMAINS = 10_000;

  private final Map<String, List<Cookie>> byDomain = new LinkedHashMap<>();

  /**
   * Takes a cookie in, or out if it is over.
   *
   * @return whether anything is different now
   */
  boolean put(Cookie cookie, WebUrl from, Instant now) {
    List<Cookie> known = byDomain.getOrDefault(cookie.domain(), List.of());
    // RFC 6265bis §5.7: who listens in on http must not replace what came over https.
    boolean shadows =
        !from.secure() && known.stream().anyMatch(old -> old.secure() && old.isSame(cookie));
    return !shadows && put(cookie, now);
  }

  boolean put(Cookie cookie, Instant now) {
    List<Cookie> known = byDomain.remove(cookie.domain());
    known = known == null ? new ArrayList<>() : known;
    boolean changed = !known.contains(cookie);
    int place = -1; // a cookie that is renewed keeps its age, by which cookies are ordered
    for (int i = 0; i < known.size(); i++) {
      place = known.get(i).isSame(cookie) ? i : place;
    }
    if (cookie.isOver(now)) {
      changed = place >= 0;
      if (place >= 0) {
        known.remove(place);
      }
    } else if (place >= 0) {
      known.set(place, cookie);
    } else {
      known.add(cookie);
    }
    if (known.size() > OF_A_DOMAIN) {
      known.removeFirst();
    }
    if (!known.isEmpty()) {
      byDomain.put(cookie.domain(), known);
    }
    if (byDomain.size() > DOMAINS) {
      Iterator<String> eldest = byDomain.keySet().iterator();
      eldest.next();
      eldest.remove();
    }
    return changed;
  }

  /** The value of the Cookie header (§5.4), empty if there are none. */
  String header(WebUrl url, Instant now) {
    if (byDomain.isEmpty()) {
      return "";
    }
    List<Cookie> fitting = new ArrayList<>();
    String domain = url.host();
    while (true) {
      byDomain.getOrDefault(domain, List.of()).stream()
          .filter(cookie -> cookie.isFor(url, now))
          .forEach(fitting::add);
      int dot = domain.indexOf('.');
      if (dot < 0) {
        break;
      }
      domain = domain.substring(dot + 1);
    }
    return fitting.stream()
        .sorted(Comparator.comparingInt(cookie -> -cookie.path().length()))
        .map(cookie -> cookie.name() + "=" + cookie.value())
        .collect(Collectors.joining("; "));
  }

  List<Cookie> all(Instant now) {
    return byDomain.values().stream()
        .flatMap(List::stream)
        .filter(cookie -> !cookie.isOver(now))
        .toList();
  }
}
