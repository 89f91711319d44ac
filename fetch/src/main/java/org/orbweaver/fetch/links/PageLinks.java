package org.orbweaver.fetch.links;

import java.util.List;

/**
 * What a page says about other pages, and about itself.
 *
 * @param links each address once per kind, in the page's order
 * @param noindex its author does not want it indexed
 */
public record PageLinks(List<Link> links, boolean noindex) {
  public static final PageLinks NONE = new PageLinks(List.of(), false);

  public PageLinks {
    links = List.copyOf(links);
  }
}
