package org.orbweaver.console.index;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.orbweaver.indexer.search.Hit;
import org.orbweaver.indexer.search.Hits;

/**
 * A page of results as RSS 2.0 with Torznab's attributes, which plain feed readers pass over. The
 * link of an item is its magnet link: it always works, whether the info dictionary was kept or not.
 */
final class TorrentFeed {
  static final String TORZNAB = "http://torznab.com/schemas/2015/feed";
  private static final String ATOM = "http://www.w3.org/2005/Atom";
  private static final Pattern TAG = Pattern.compile("_([cyserl])(\\w+)");

  private TorrentFeed() {}

  /**
   * @param home address of the console, with a slash at its end
   * @param self address of this very feed
   */
  static String of(Hits hits, int offset, String title, String home, String self) {
    return XmlText.document(
        xml -> {
          xml.writeStartElement("rss");
          xml.writeAttribute("version", "2.0");
          xml.writeNamespace("atom", ATOM);
          xml.writeNamespace("torznab", TORZNAB);
          xml.writeStartElement("channel");
          xml.writeStartElement("atom", "link", ATOM);
          xml.writeAttribute("href", XmlText.legal(self));
          xml.writeAttribute("rel", "self");
          xml.writeAttribute("type", "application/rss+xml");
          xml.writeEndElement();
          XmlText.element(xml, "title", title);
          XmlText.element(xml, "description", "Torrents found in the DHT");
          XmlText.element(xml, "link", home);
          xml.writeStartElement("torznab", "response", TORZNAB);
          xml.writeAttribute("offset", Integer.toString(offset));
          xml.writeAttribute("total", Long.toString(hits.total()));
          xml.writeEndElement();
          for (Hit hit : hits.hits()) {
            item(xml, hit, home);
          }
          xml.writeEndElement();
          xml.writeEndElement();
        });
  }

  private static void item(XMLStreamWriter xml, Hit hit, String home) throws XMLStreamException {
    String magnet = Magnet.link(hit.hash(), hit.v2Hash(), hit.name());
    xml.writeStartElement("item");
    XmlText.element(xml, "title", hit.name());
    xml.writeStartElement("guid");
    xml.writeAttribute("isPermaLink", "false");
    xml.writeCharacters(hit.hash().toString());
    xml.writeEndElement();
    XmlText.element(xml, "comments", home + "torrent/" + hit.hash());
    XmlText.element(xml, "pubDate", date(hit.added()));
    XmlText.element(xml, "size", Long.toString(hit.size()));
    XmlText.element(xml, "link", magnet);
    xml.writeEmptyElement("enclosure");
    xml.writeAttribute("url", magnet);
    xml.writeAttribute("length", Long.toString(hit.size()));
    xml.writeAttribute("type", "application/x-bittorrent;x-scheme-handler/magnet");
    Matcher tags = TAG.matcher(hit.tags());
    while (tags.find()) {
      attribute(xml, name(tags.group(1)), tags.group(2));
    }
    attribute(xml, "size", Long.toString(hit.size()));
    attribute(xml, "files", Integer.toString(hit.files()));
    attribute(xml, "infohash", hit.hash().toString());
    attribute(xml, "magneturl", magnet);
    if (hit.seeders() >= 0) {
      attribute(xml, "seeders", Integer.toString(hit.seeders()));
      attribute(xml, "peers", Integer.toString(hit.seeders() + Math.max(0, hit.leechers())));
    }
    attribute(xml, "downloadvolumefactor", "0");
    attribute(xml, "uploadvolumefactor", "1");
    xml.writeEndElement();
  }

  private static String name(String letter) {
    return switch (letter) {
      case "c" -> "category";
      case "y" -> "year";
      case "s" -> "season";
      case "e" -> "episode";
      case "r" -> "resolution";
      default -> "language";
    };
  }

  private static void attribute(XMLStreamWriter xml, String name, String value)
      throws XMLStreamException {
    xml.writeEmptyElement("torznab", "attr", TORZNAB);
    xml.writeAttribute("name", name);
    xml.writeAttribute("value", XmlText.legal(value));
  }

  private static String date(long seconds) {
    return DateTimeFormatter.RFC_1123_DATE_TIME
        .withLocale(Locale.ROOT)
        .format(Instant.ofEpochSecond(seconds).atOffset(ZoneOffset.UTC));
  }
}
