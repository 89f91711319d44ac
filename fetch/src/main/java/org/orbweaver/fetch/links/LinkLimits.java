package org.orbweaver.fetch.links;

/**
 * How much of what pages lead to is read and followed: a page may be made of nothing but links, and
 * links may lead on without end.
 *
 * @param redirects in a row
 * @param nesting of style sheets in style sheets, of frames in frames, of sitemaps in sitemaps
 * @param links of a page
 * @param bytes of a body that are read for links
 */
public record LinkLimits(int redirects, int nesting, int links, int bytes) {
  /** A sitemap may have 50 MB, but its first 8 hold 50,000 entries. */
  private static final int READ = 8 << 20;

  public static LinkLimits usual() {
    return new LinkLimits(10, 3, 20_000, READ);
  }

  public LinkLimits withRedirects(int most) {
    return new LinkLimits(most, nesting, links, bytes);
  }

  public LinkLimits withNesting(int most) {
    return new LinkLimits(redirects, most, links, bytes);
  }

  public LinkLimits withLinks(int most) {
    return new LinkLimits(redirects, nesting, most, bytes);
  }

  public LinkLimits withBytes(int most) {
    return new LinkLimits(redirects, nesting, links, most);
  }
}
