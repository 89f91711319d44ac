package org.orbweaver.lab.web;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.orbweaver.sim.web.WebLinks;
import org.orbweaver.sim.web.WebShape;

/** What truly changed in a synthetic web between a day and the one before. */
public final class WebChange {
  private static final long PAGE_BYTES = 5_000;
  private static final long IMAGE_BYTES = 32_000;

  private long documents;
  private long bytes;
  private long newLinks;

  public WebChange(WebShape shape, WebLinks links, int day) {
    for (int host = 0; host < shape.hosts(); host++) {
      int before = shape.pages(host, day - 1);
      for (int page = 0; page < shape.pages(host, day); page++) {
        if (page >= before || shape.version(host, page, day) == day) {
          documents++;
          bytes += PAGE_BYTES;
          newLinks += newLinks(shape, links, host, page, day, page < before);
        }
      }
      long images = (long) shape.images(host, day) - shape.images(host, day - 1);
      documents += images;
      bytes += images * IMAGE_BYTES;
    }
  }

  /** Pages and images that are new or others than the day before. */
  public long documents() {
    return documents;
  }

  /** Of these, about. */
  long bytes() {
    return bytes;
  }

  /** Addresses that such a page names and did not name the day before. */
  public long newLinks() {
    return newLinks;
  }

  private static long newLinks(
      WebShape shape, WebLinks links, int host, int page, int day, boolean existed) {
    Set<String> now = whole(links, host, links.anchors(host, page, day));
    now.addAll(whole(links, host, links.images(page)));
    now.removeIf(anchor -> anchor.contains(WebLinks.OUTSIDE) || anchor.contains("PHPSESSID"));
    if (existed) {
      int version = shape.version(host, page, day - 1);
      now.removeAll(whole(links, host, links.anchors(host, page, version)));
      now.removeAll(whole(links, host, links.images(page)));
    }
    return now.size();
  }

  /** Written out, since a page may name one address with its host and without. */
  private static Set<String> whole(WebLinks links, int host, List<String> addresses) {
    Set<String> whole = new HashSet<>();
    for (String address : addresses) {
      whole.add(address.startsWith("/") ? links.home(host) + address : address);
    }
    return whole;
  }
}
