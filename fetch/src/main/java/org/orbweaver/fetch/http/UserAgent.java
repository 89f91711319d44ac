package org.orbweaver.fetch.http;

/**
 * Who asks, and where to complain.
 *
 * @param token what robots.txt files may call us, in lower case
 * @param contact an address or page of the operator's
 */
public record UserAgent(String token, String version, String contact) {
  public UserAgent {
    if (!token.matches("[a-z_-]+")) {
      throw new IllegalArgumentException(
          "the robots token \"" + token + "\" may have letters a to z, _ and - only (RFC 9309)");
    }
    if (!contact.chars().allMatch(c -> c >= ' ' && c < 0x7f)) {
      throw new IllegalArgumentException(
          "the contact \"" + contact + "\" must be plain ASCII: it is sent in a header");
    }
  }

  @Override
  public String toString() {
    return token + "/" + version + " (web archiving; +" + contact + ")";
  }
}
