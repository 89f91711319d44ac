package org.orbweaver.fetch.links;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Feeds and sitemaps. Both are XML in theory; what is damaged is read as far as it can be. Scanned
 * like HTML, without a tree: eight megabytes of nothing but tags would become a tree of hundreds.
 * Entities of the file's own making are not known, so none can be fetched or blown up.
 */
final class XmlLinks {
  private static final Pattern STYLE =
      Pattern.compile("<\\?xml-stylesheet\\s[^>]*?href\\s*=\\s*[\"']([^\"'>]+)");
  private static final int PROLOGUE = 4 << 10;

  private final byte[] xml;
  private final HtmlScanner scanner;
  private final LinkCollector links;

  XmlLinks(byte[] xml, LinkCollector links) {
    this.xml = xml;
    this.scanner = new HtmlScanner(xml, links.encoding());
    this.links = links;
  }

  void read() {
    if (!scanner.nextTag()) {
      return;
    }
    style();
    switch (localName()) {
      case "urlset" -> sitemap(LinkKind.NAVIGATION);
      case "sitemapindex" -> sitemap(LinkKind.SITEMAP);
      case "rss", "rdf", "feed", "channel" -> feed();
      case "svg", "html" -> new HtmlLinks(xml, links).read();
      default -> {} // a "link" means anything there
    }
  }

  private void style() {
    String prologue = new String(xml, 0, Math.min(xml.length, PROLOGUE), links.encoding());
    Matcher style = STYLE.matcher(prologue);
    while (style.find()) {
      links.add(style.group(1), LinkKind.REQUISITE, false);
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
        case "guid" -> {
          String permanent = scanner.attribute("ispermalink");
          address = scanner.elementText().strip();
          if (!"false".equalsIgnoreCase(permanent) && address.startsWith("http")) {
            links.add(address, LinkKind.NAVIGATION, false);
          }
        }
        case "enclosure", "thumbnail" -> {
          address = scanner.attribute("url");
          links.add(address == null ? "" : address, LinkKind.REQUISITE, false);
        }
        default -> {}
      }
    } while (scanner.nextTag());
  }
}
