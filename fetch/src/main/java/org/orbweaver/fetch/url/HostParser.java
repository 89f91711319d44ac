package org.orbweaver.fetch.url;

import java.net.IDN;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The standard's host parser: domain names in lower-case ASCII, IPv4 addresses in all their odd
 * spellings, IPv6 addresses compressed.
 *
 * <p>Difference from the standard: international names go through the platform's IDNA 2003, not UTS
 * 46, so the few letters on which they disagree (ß, ς, joiners) name other hosts than in browsers.
 */
final class HostParser {
  private static final String FORBIDDEN = " #/:<>?@[\\]^|%";

  /** A name has 255 bytes; as many letters and what is left out of it may stand for more. */
  private static final int LONGEST_WRITTEN = 1_000;

  private HostParser() {}

  /** The host in its one spelling, or null if it is none. */
  static @Nullable String parse(String written) {
    if (written.startsWith("[")) {
      return written.endsWith("]")
          ? Ipv6Text.normalise(written.substring(1, written.length() - 1))
          : null;
    }
    String domain = plain(written) ? written : ascii(PercentCode.decode(written));
    if (domain == null || domain.isEmpty() || domain.length() > 255) {
      return null;
    }
    domain = domain.toLowerCase(Locale.ROOT);
    for (int i = 0; i < domain.length(); i++) {
      char c = domain.charAt(i);
      if (c < ' ' || c >= 0x7f || FORBIDDEN.indexOf(c) >= 0) {
        return null;
      }
    }
    return Ipv4Text.endsInNumber(domain) ? Ipv4Text.normalise(domain) : domain;
  }

  private static boolean plain(String host) {
    for (int i = 0; i < host.length(); i++) {
      char c = host.charAt(i);
      if (c >= 0x80 || c == '%') {
        return false;
      }
    }
    // Punycode is checked by the same code that makes it.
    return !host.toLowerCase(Locale.ROOT).contains("xn--");
  }

  private static @Nullable String ascii(String domain) {
    String mapped = domain.replace("\u00ad", "").replaceAll("[\u3002\uff0e\uff61]", ".");
    if (mapped.length() > LONGEST_WRITTEN) {
      return null; // four thousand labels of a letter each take the platform 20 ms
    }
    try {
      String ascii = IDN.toASCII(mapped, IDN.ALLOW_UNASSIGNED).toLowerCase(Locale.ROOT);
      // A punycode label that decodes to nothing, or to plain ASCII, names no host; nor does a name
      // that is none any more when it is read again (an ellipsis becomes three dots).
      boolean isName =
          !ascii.contains("xn--")
              || (!IDN.toUnicode(ascii).contains("xn--")
                  && IDN.toASCII(ascii, IDN.ALLOW_UNASSIGNED).equals(ascii));
      return isName ? ascii : null;
    } catch (RuntimeException e) {
      // Not only what it declares: a label that grows beyond a thousand characters, as one of a
      // hundred ligatures does, makes the platform throw a plain RuntimeException.
      return null;
    }
  }
}
