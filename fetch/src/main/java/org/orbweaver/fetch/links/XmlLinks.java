package org.orbweaver.fetch.links;

import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.parser.Parser;

/**
 * Feeds and sitemaps. Both are XML in theory; what is damaged is read as far as it can be. External
 * entities are never fetched: the reader knows none.
 */
final class XmlLinks {
  private static final Set<String> SITEMAPS = Set.of("urlset", "sitemapindex");

  private final Document document;
  private final LinkCollector links;

  XmlLinks(byte[] xml, LinkCollector links) {
    this.document = Jsoup.parse(new String(xml, StandardCharsets.UTF_8), "", Parser.xmlParser());
    this.links = links;
  }

  void read() {
    Element root = document.firstElementChild();
    if (root == null) {
      return;
    }
    if (SITEMAPS.contains(localName(root))) {
      sitemap(localName(root).equals("sitemapindex") ? LinkKind.SITEMAP : LinkKind.NAVIGATION);
    } else {
      feed();
    }
  }

  private static String localName(Element element) {
    String name = element.tagName();
    return name.substring(name.indexOf(':') + 1);
  }

  private void sitemap(LinkKind kind) {
    for (Element element : document.getAllElements()) {
      if (localName(element).equals("loc")) {
        boolean image = element.tagName().startsWith("image:");
        links.add(element.text().strip(), image ? LinkKind.REQUISITE : kind, false);
      }
    }
  }

  /** RSS: the text of link; Atom: its href; enclosures are media, not pages. */
  private void feed() {
    for (Element element : document.getAllElements()) {
      switch (localName(element)) {
        case "link" -> {
          String href = element.attr("href");
          links.add(href.isEmpty() ? element.text().strip() : href, LinkKind.NAVIGATION, false);
        }
        case "enclosure" -> links.add(element.attr("url"), LinkKind.REQUISITE, false);
        default -> {}
      }
    }
  }
}
