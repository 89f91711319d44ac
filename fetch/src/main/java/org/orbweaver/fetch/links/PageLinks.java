package org.orbweaver.fetch.links;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.orbweaver.fetch.url.WebUrl;

/**
 * What a page says about other pages, and about itself.
 *
 * @param links each address once per kind, in the page's order
 * @param noindex its author does not want it indexed
 * @param words prints of what it says, read when somebody asks, see {@link
 *     org.orbweaver.fetch.scope.TrapWatch}
 * @param cut links were left out, because there are too many or because it is too long to be read
 * @param overlong it has addresses of more characters than any address may have
 * @param isShown they are of a body that a browser shows, not of an answer that sends it elsewhere
 */
public record PageLinks(
    List<Link> links,
    boolean noindex,
    Supplier<long[]> words,
    boolean cut,
    boolean overlong,
    boolean isShown) {
  public static final PageLinks NONE =
      new PageLinks(List.of(), false, () -> new long[0], false, false, false);

  public PageLinks {
    links = List.copyOf(links);
  }

  PageLinks saying(Supplier<long[]> prints) {
    return new PageLinks(links, noindex, prints, cut, overlong, isShown);
  }

  PageLinks cutShort() {
    return new PageLinks(links, noindex, words, true, overlong, isShown);
  }

  PageLinks shown() {
    return new PageLinks(links, noindex, words, cut, overlong, true);
  }

  /** The same with others before its own, each address once. */
  PageLinks after(PageLinks others) {
    Map<WebUrl, Link> all = new LinkedHashMap<>();
    others.links.forEach(link -> all.put(link.url(), link));
    links.forEach(link -> all.putIfAbsent(link.url(), link));
    boolean either = overlong || others.overlong;
    return new PageLinks(List.copyOf(all.values()), noindex, words, cut, either, isShown);
  }
}
