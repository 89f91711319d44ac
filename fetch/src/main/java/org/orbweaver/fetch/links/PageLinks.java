package org.orbweaver.fetch.links;

import java.util.List;

/**
 * What a page says about other pages, and about itself.
 *
 * @param links each address once per kind, in the page's order
 * @param noindex its author does not want it indexed
 * @param words prints of what it says, see {@link org.orbweaver.fetch.scope.TrapWatch}
 * @param cut links were left out, because there are too many or because it is too long to be read
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
public record PageLinks(List<Link> links, boolean noindex, long[] words, boolean cut) {
  public static final PageLinks NONE = new PageLinks(List.of(), false, new long[0], false);

  public PageLinks {
    links = List.copyOf(links);
  }

  PageLinks saying(long[] prints) {
    return new PageLinks(links, noindex, prints, cut);
  }

  PageLinks cutShort() {
    return new PageLinks(links, noindex, words, true);
  }
}
