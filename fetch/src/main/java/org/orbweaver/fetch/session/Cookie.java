package org.orbweaver.fetch.session;

import crawlercommons.domains.EffectiveTldFinder;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.orbweaver.fetch.url.WebUrl;

/**
 * One cookie, as RFC 6265 §5.3 stores it.
 *
 * @param domain whose cookie it is, without a dot before it
 * @param hostOnly not for the hosts below that domain
 * @param expires null for one that lasts as long as its session, which here is the crawl
 */
public record Cookie(
    String name,
    String value,
    String domain,
    boolean hostOnly,
    String path,
    boolean secure,
    boolean httpOnly,
    @Nullable Instant expires) {
  /** As browsers have it; RFC 6265 §6.1 asks for no less. */
  private static final int LONGEST = 4_096;

  /** RFC 6265bis §5.5: a longer attribute is ignored. */
  private static final int LONGEST_ATTRIBUTE = 1_024;

  /**
   * What a Set-Cookie header says (§5.2); null for what is to be ignored: without a name and a
   * value, too large, for another's domain, or for a public suffix.
   */
  static @Nullable Cookie parse(String header, WebUrl from, Instant now) {
    String[] parts = header.split(";", -1); // also a header of nothing but semicolons has a first
    int equals = parts[0].indexOf('=');
    String name = equals < 0 ? "" : parts[0].substring(0, equals).strip();
    String value = parts[0].substring(equals + 1).strip();
    if (name.isEmpty() || name.length() + value.length() > LONGEST || hasControl(name + value)) {
      return null;
    }
    String domain = "";
    String path = defaultPath(from);
    boolean secure = false;
    boolean httpOnly = false;
    boolean pathGiven = false;
    Instant expires = null;
    Instant byAge = null;
    for (int i = 1; i < parts.length; i++) {
      int at = parts[i].indexOf('=');
      String said = at < 0 ? "" : parts[i].substring(at + 1).strip();
      if (said.length() > LONGEST_ATTRIBUTE) {
        continue;
      }
      switch ((at < 0 ? parts[i] : parts[i].substring(0, at)).strip().toLowerCase(Locale.ROOT)) {
        case "domain" -> domain = said.replaceFirst("^\\.", "").toLowerCase(Locale.ROOT);
        case "path" -> {
          pathGiven = said.startsWith("/");
          path = pathGiven ? said : defaultPath(from);
        }
        case "secure" -> secure = true;
        case "httponly" -> httpOnly = true;
        case "expires" -> expires = CookieDate.parse(said);
        case "max-age" -> byAge = byAge(said, now);
        default -> {}
      }
    }
    String host = from.host();
    if (isPublicSuffix(domain)) {
      if (!domain.equals(host)) {
        return null;
      }
      domain = "";
    }
    if (!domain.isEmpty() && !matches(host, domain) || hasControl(path)) {
      return null;
    }
    if (secure && !from.secure() || !keepsItsPrefix(name, secure, domain, path, pathGiven)) {
      return null;
    }
    return new Cookie(
        name,
        value,
        domain.isEmpty() ? host : domain,
        domain.isEmpty(),
        path,
        secure,
        httpOnly,
        byAge != null ? byAge : expires);
  }

  private static boolean hasControl(String text) {
    return text.chars().anyMatch(c -> c < ' ' || c == 0x7f);
  }

  /** RFC 6265bis §4.1.3: what such a name promises must be so. */
  private static boolean keepsItsPrefix(
      String name, boolean secure, String domain, String path, boolean pathGiven) {
    String small = name.toLowerCase(Locale.ROOT);
    if (small.startsWith("__host-")) {
      return secure && domain.isEmpty() && pathGiven && path.equals("/");
    }
    return secure || !small.startsWith("__secure-");
  }

  /** Null if it says nothing. */
  private static @Nullable Instant byAge(String text, Instant now) {
    if (!text.matches("-?\\d+")) {
      return null;
    }
    boolean gone = text.startsWith("-");
    long seconds = text.length() > 9 ? 999_999_999 : Math.abs(Long.parseLong(text));
    return gone ? Instant.EPOCH : now.plusSeconds(seconds);
  }

  /** A domain under which strangers have theirs: a cookie for it would be for all of them. */
  static boolean isPublicSuffix(String domain) {
    if (domain.isEmpty()) {
      return false;
    }
    var suffix = EffectiveTldFinder.getEffectiveTLD(domain, false);
    return domain.indexOf('.') < 0 || suffix != null && suffix.getDomain().equals(domain);
  }

  /** §5.1.3. */
  private static boolean matches(String host, String domain) {
    return host.equals(domain) || host.endsWith("." + domain) && !isAddress(host);
  }

  private static boolean isAddress(String host) {
    return host.startsWith("[") || Character.isDigit(host.charAt(host.length() - 1));
  }

  /** §5.1.4. */
  private static String defaultPath(WebUrl from) {
    int slash = from.path().lastIndexOf('/');
    return slash <= 0 ? "/" : from.path().substring(0, slash);
  }

  boolean isFor(WebUrl url, Instant now) {
    boolean host = hostOnly ? url.host().equals(domain) : matches(url.host(), domain);
    String asked = url.path();
    boolean within =
        asked.equals(path)
            || asked.startsWith(path) && (path.endsWith("/") || asked.charAt(path.length()) == '/');
    return host && within && (!secure || url.secure()) && !isOver(now);
  }

  boolean isOver(Instant now) {
    return expires != null && !expires.isAfter(now);
  }

  /** What a later cookie replaces (§5.3, step 11). */
  boolean isSame(Cookie other) {
    return name.equals(other.name) && domain.equals(other.domain) && path.equals(other.path);
  }
}
