package org.orbweaver.fetch.http;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Who asks, and where to complain.
 *
 * @param token what robots.txt files may call us, in lower case
 * @param contact an address or page of the operator's
 * @param text as it is sent
 */
public record UserAgent(String token, String version, String contact, String text) {
  private static final Pattern PRODUCT = Pattern.compile("([A-Za-z_-]+)(/.*|[ ].*)?");

  public UserAgent {
    if (!token.matches("[a-z_-]+")) {
      throw new IllegalArgumentException(
          "the robots token \"" + token + "\" may have letters a to z, _ and - only (RFC 9309)");
    }
    if (!(contact + text).chars().allMatch(c -> c >= ' ' && c < 0x7f)) {
      throw new IllegalArgumentException(
          "the contact \"" + contact + "\" must be plain ASCII: it is sent in a header");
    }
  }

  public UserAgent(String token, String version, String contact) {
    this(token, version, contact, token + "/" + version + " (web archiving; +" + contact + ")");
  }

  /** The same program under another name: its first word is what robots.txt files call it. */
  public UserAgent calledBy(String other) {
    Matcher product = PRODUCT.matcher(other);
    if (!product.matches()) {
      throw new IllegalArgumentException(
          "\""
              + other
              + "\" does not begin with a name that robots.txt can call us by: letters,"
              + " _ and -");
    }
    return new UserAgent(product.group(1).toLowerCase(Locale.ROOT), version, contact, other);
  }

  @Override
  public String toString() {
    return text;
  }
}
