package org.orbweaver.web.visit;

import org.orbweaver.fetch.links.LinkKind;
import org.orbweaver.fetch.url.WebUrl;

/**
 * How an address was come by, in Heritrix' words.
 *
 * @param via the page it was found on; empty for a seed, or if nobody knows
 * @param path a letter for each step from the seed: {@code L} link, {@code R} redirect, {@code E}
 *     embedded, {@code M} named by a sitemap or robots.txt; of long ways the end
 */
public record Trail(String via, String path) {
  public static final Trail SEED = new Trail("", "");

  private static final int LONGEST = 50;

  Trail on(WebUrl page, LinkKind kind) {
    char step =
        switch (kind) {
          case NAVIGATION -> 'L';
          case REDIRECT -> 'R';
          case REQUISITE -> 'E';
          case SITEMAP -> 'M';
        };
    String longer = path + step;
    return new Trail(page.toString(), longer.substring(Math.max(0, longer.length() - LONGEST)));
  }
}
