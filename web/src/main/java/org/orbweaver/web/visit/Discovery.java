package org.orbweaver.web.visit;

import org.orbweaver.fetch.url.Fingerprint;
import org.orbweaver.fetch.url.WebUrl;

/**
 * An address found in scope.
 *
 * @param depth clicks from a seed; of a requisite, from the page that needs it
 * @param hops redirects in a row that led here
 */
public record Discovery(WebUrl url, Fingerprint fingerprint, Role role, int depth, int hops)
    implements Target {
  public static Discovery seed(WebUrl url) {
    return new Discovery(url, Fingerprint.of(url), Role.PAGE, 0, 0);
  }
}
