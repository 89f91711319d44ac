package org.orbweaver.fetch.links;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.orbweaver.fetch.http.ContentDecoding;
import org.orbweaver.fetch.http.Headers;
import org.orbweaver.fetch.http.Response;
import org.orbweaver.fetch.url.WebUrl;

/** The links of any response: its redirect, or what its body says. */
public final class LinkExtractor {
  /** As much of a body is read; a sitemap may have 50 MB, but its first 8 hold 50,000 entries. */
  private static final int READ_LIMIT = 8 << 20;

  private static final int LINES_LOOKED_AT = 100;
  private static final byte[] NOTHING = {};
  private static final String UNREAD = "application/octet-stream";

  private LinkExtractor() {}

  public static PageLinks extract(WebUrl url, Response response) {
    int status = response.status();
    if (status >= 300 && status < 400) {
      return redirect(response, url);
    }
    if (status != 200) {
      return PageLinks.NONE;
    }
    Headers headers = response.headers();
    String type = headers.first("Content-Type").orElse("");
    boolean zippedMap = url.path().endsWith(".xml.gz");
    boolean zippedList = url.path().endsWith(".txt.gz");
    boolean unread = !zippedMap && !zippedList && !mayLink(url, type);
    byte[] body = unread ? NOTHING : ContentDecoding.decode(response, READ_LIMIT);
    if (zippedMap || zippedList) {
      body = ContentDecoding.gunzip(body, READ_LIMIT);
      type = zippedMap ? "application/xml" : "text/plain";
    }
    String robots = RobotsDirectives.forUs(headers.all("X-Robots-Tag"));
    PageLinks links = extract(url, unread ? UNREAD : type, robots, headers, body);
    return body.length >= READ_LIMIT ? links.cutShort() : links;
  }

  private static PageLinks redirect(Response response, WebUrl url) {
    LinkCollector links = new LinkCollector(url, StandardCharsets.UTF_8);
    response
        .headers()
        .first("Location")
        .ifPresent(target -> links.add(Headers.utf8(target), LinkKind.REDIRECT, false));
    return links.finish();
  }

  private static boolean mayLink(WebUrl url, String contentType) {
    String type = Headers.mediaType(contentType);
    return type.isEmpty()
        || type.equals("text/plain") && url.path().endsWith(".txt")
        || type.contains("html")
        || type.contains("xml")
        || type.equals("text/css");
  }

  /** For a decoded body; an empty type means nobody said. */
  public static PageLinks extract(
      WebUrl url, String contentType, @Nullable String robotsTag, byte[] body) {
    return extract(url, contentType, robotsTag, null, body);
  }

  private static PageLinks extract(
      WebUrl url,
      String contentType,
      @Nullable String robotsTag,
      @Nullable Headers headers,
      byte[] body) {
    String type = Headers.mediaType(contentType);
    Charset encoding = Encodings.of(body, contentType);
    byte[] bytes = body;
    if (encoding.name().startsWith("UTF-16")) {
      bytes = new String(body, encoding).getBytes(StandardCharsets.UTF_8);
      encoding = StandardCharsets.UTF_8;
    }
    LinkCollector links = new LinkCollector(url, encoding);
    if (robotsTag != null && !robotsTag.isEmpty()) {
      links.robots(robotsTag);
    }
    if (headers != null) {
      HeaderLinks.read(headers, links);
    }
    boolean tagged = true;
    if (type.equals("text/css")) {
      new CssLinks(bytes, links).read();
    } else if (type.contains("xml") && !type.contains("html")) {
      new XmlLinks(bytes, links).read();
    } else if (type.contains("html") || looksLikeHtml(bytes)) {
      new HtmlLinks(bytes, links).read();
    } else {
      tagged = false;
      if (type.equals("text/plain") && url.path().contains(".txt")) {
        list(bytes, links);
      }
    }
    return links.finish().saying(WordPrints.of(bytes, tagged));
  }

  /** A sitemap in the form of a text file: nothing but addresses, a line each. */
  private static void list(byte[] bytes, LinkCollector links) {
    List<String> lines =
        new String(bytes, StandardCharsets.UTF_8)
            .lines()
            .map(String::strip)
            .filter(line -> !line.isEmpty())
            .toList();
    if (lines.stream().limit(LINES_LOOKED_AT).allMatch(LinkExtractor::isAddress)) {
      lines.forEach(line -> links.add(line, LinkKind.NAVIGATION, false));
    }
  }

  private static boolean isAddress(String line) {
    return line.matches("(?i)\\uFEFF?https?://\\S+");
  }

  private static boolean looksLikeHtml(byte[] bytes) {
    String start =
        new String(bytes, 0, Math.min(bytes.length, 512), StandardCharsets.ISO_8859_1)
            .toLowerCase(Locale.ROOT);
    return start.contains("<!doctype html") || start.contains("<html") || start.contains("<head");
  }
}
