package org.orbweaver.sim.web;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What a perfect crawl of the whole web visits on a day, each once: host and path. */
public final class WebTruth {
  private final WebShape shape;
  private final WebLinks links;

  public WebTruth(WebShape shape, WebLinks links) {
    this.shape = shape;
    this.links = links;
  }

  public Set<String> expected(int day) {
    Set<String> all = new HashSet<>();
    for (int host = 0; host < shape.hosts(); host++) {
      addHost(host, day, all);
    }
    return all;
  }

  private void addHost(int host, int day, Set<String> all) {
    String name = shape.name(host);
    for (int page = 0; page < shape.pages(host, day); page++) {
      all.add(name + WebLinks.path(page));
      for (String image : links.images(page)) {
        all.add(
            image.startsWith("/")
                ? name + image
                : links.cdn() + image.substring(image.indexOf("/i/")));
      }
      if (shape.options().specials()) {
        addSpecials(host, page, name, all);
      }
    }
    if (links.hasSitemap(host)) {
      all.add(name + "/sitemap.xml");
      for (int i = 0; i < WebLinks.ORPHANS; i++) {
        all.add(name + "/orphan/" + i + ".html");
      }
    }
    if (shape.options().specials() && host % 10 == 1) {
      all.addAll(
          List.of(name + "/loop/", name + "/loop/x/", name + "/loop/x/x/", name + "/loop/x/x/x/"));
    }
  }

  private void addSpecials(int host, int page, String name, Set<String> all) {
    for (String anchor : links.anchors(host, page, 0)) {
      if (anchor.startsWith("/r/") || anchor.startsWith("/gone/") || anchor.startsWith("/error/")) {
        all.add(name + anchor);
      }
    }
  }
}
