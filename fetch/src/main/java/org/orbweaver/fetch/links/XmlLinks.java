package org.orbweaver.fetch.links;

import java.util.Locale;

/**
 * Feeds and sitemaps. Both are XML in theory; what is damaged is read as far as it can be. Scanned
 * like HTML, without a tree: eight megabytes of nothing but tags would become a tree of hundreds.
 * Entities of the file's own making are not known, so none can be fetched or blown up.
 */
final class XmlLinks {
  private final HtmlScanner scanner;
  private final LinkCollector links;

  XmlLinks(byte[] xml, LinkCollector links) {
    this.scanner = new HtmlScanner(xml, links.encoding());
    this.links = links;
  }

  void read() {
    if (!scanner.nextTag()) {
      return;
    }
    switch (localName()) {
      case "urlset" -> sitemap(LinkKind.NAVIGATION);
      case "sitemapindex" -> sitemap(LinkKind.SITEMAP);
      default -> feed();
    }
  }

  private String localName() {
    String name = scanner.name();
    return name.substring(name.indexOf(':') + 1).toLowerCase(Locale.ROOT);
  }

  private void sitemap(LinkKind kind) {
    while (scanner.nextTag()) {
      if (localName().equals("loc")) {
        boolean image = scanner.name().startsWith("image:");
        links.add(scanner.elementText(), image ? LinkKind.REQUISITE : kind, false);
      }
    }
  }

  /** RSS: the text of link; Atom: its href; enclosures are media, not pages. */
  private void feed() {
    do {
      String address;
      switch (localName()) {
        case "link" -> {
          address = scanner.attribute("href");
          links.add(
              address == null || address.isEmpty() ? scanner.elementText() : address,
              LinkKind.NAVIGATION,
              false);
        }
        case "enclosure" -> {
          address = scanner.attribute("url");
          links.add(address == null ? "" : address, LinkKind.REQUISITE, false);
        }
        default -> {}
      }
    } while (scanner.nextTag());
  }
}
