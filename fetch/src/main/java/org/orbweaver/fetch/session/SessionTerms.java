package org.orbweaver.fetch.session;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What an operator gives a crawl to say.
 *
 * @param cookies keep servers' cookies, and send them back
 * @param given cookies to begin with
 * @param headers lines to send to the seeds' hosts, such as {@code Authorization: …}
 * @param recorded write all of it into the archive, too
 */
public record SessionTerms(
    boolean cookies, List<Cookie> given, List<String> headers, boolean recorded) {
  /** Cookies, and nothing of the operator's own. */
  public static final SessionTerms USUAL = new SessionTerms(true, List.of(), List.of(), false);

  /** They say how a message is framed, or are said already. */
  private static final Set<String> OURS =
      Set.of(
          "host",
          "connection",
          "content-length",
          "transfer-encoding",
          "te",
          "upgrade",
          "expect",
          "accept-encoding",
          "proxy-authorization");

  public SessionTerms {
    given = List.copyOf(given);
    headers = List.copyOf(headers);
    headers.forEach(SessionTerms::check);
  }

  private static void check(String header) {
    int colon = header.indexOf(':');
    if (colon <= 0
        || !header.substring(0, colon).matches("[!#$%&'*+.^_`|~0-9A-Za-z-]+")
        || header.chars().anyMatch(c -> c < ' ' && c != '\t' || c == 0x7f || c > 0xff)) {
      throw new IllegalArgumentException(
          "a header is written \"Name: value\", on one line; one of those given is not");
    }
    String name = header.substring(0, colon).toLowerCase(Locale.ROOT);
    if (name.equals("user-agent")) {
      throw new IllegalArgumentException("for the header User-Agent there is --user-agent");
    }
    if (name.equals("cookie")) {
      throw new IllegalArgumentException("for the header Cookie there is --cookies");
    }
    if (OURS.contains(name)) {
      throw new IllegalArgumentException("the header \"" + name + "\" is not to be set");
    }
  }

  /** With a user and his password, written {@code user:password} (RFC 7617). */
  public SessionTerms withBasic(String userAndPassword) {
    if (userAndPassword.indexOf(':') < 1) {
      throw new IllegalArgumentException("a user is given as NAME:PASSWORD");
    }
    byte[] bytes = userAndPassword.getBytes(StandardCharsets.UTF_8);
    List<String> more = new ArrayList<>(headers);
    more.add("Authorization: Basic " + Base64.getEncoder().encodeToString(bytes));
    return new SessionTerms(cookies, given, more, recorded);
  }

  /** The operator gave something that is not to be passed on. */
  boolean confidential() {
    return !given.isEmpty() || !headers.isEmpty();
  }
}
