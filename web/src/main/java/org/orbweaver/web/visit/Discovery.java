package org.orbweaver.web.visit;

import org.orbweaver.fetch.links.LinkKind;
import org.orbweaver.fetch.url.Fingerprint;
import org.orbweaver.fetch.url.WebUrl;

/**
 * An address found in scope.
 *
 * @param depth clicks from a seed; of a requisite, from the page that needs it
 * @param hops redirects in a row that led here
 */
public record Discovery(
    WebUrl url, Fingerprint fingerprint, Role role, int depth, int hops, Trail trail)
    implements Target {
  public Discovery(WebUrl url, Fingerprint fingerprint, Role role, int depth, int hops) {
    this(url, fingerprint, role, depth, hops, Trail.SEED);
  }

  public static Discovery seed(WebUrl url) {
    return new Discovery(url, Fingerprint.of(url), Role.PAGE, 0, 0);
  }

  /** Found on that page by such a link. */
  static Discovery of(WebUrl url, Role role, int depth, int hops, Target page, LinkKind kind) {
    return new Discovery(
        url, Fingerprint.of(url), role, depth, hops, page.trail().on(page.url(), kind));
  }
}
