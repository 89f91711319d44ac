package org.orbweaver.fetch.links;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
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

  private LinkExtractor() {}

  public static PageLinks extract(WebUrl url, Response response) {
    int status = response.status();
    if (status >= 300 && status < 400) {
      return redirect(response, url);
    }
    if (status != 200) {
      return PageLinks.NONE;
    }
    String type = response.headers().first("Content-Type").orElse("");
    boolean zippedMap = url.path().endsWith(".xml.gz");
    if (!zippedMap && !mayLink(type)) {
      return PageLinks.NONE;
    }
    byte[] body = ContentDecoding.decode(response, READ_LIMIT);
    if (zippedMap) {
      body = ContentDecoding.gunzip(body, READ_LIMIT);
      type = "application/xml";
    }
    String robots = String.join(",", response.headers().all("X-Robots-Tag"));
    return extract(url, type, robots, body);
  }

  private static PageLinks redirect(Response response, WebUrl url) {
    LinkCollector links = new LinkCollector(url, StandardCharsets.UTF_8);
    response
        .headers()
        .first("Location")
        .ifPresent(target -> links.add(target, LinkKind.REDIRECT, false));
    return links.finish();
  }

  private static boolean mayLink(String contentType) {
    String type = Headers.mediaType(contentType);
    return type.isEmpty()
        || type.contains("html")
        || type.contains("xml")
        || type.equals("text/css");
  }

  /** For a decoded body; an empty type means nobody said. */
  public static PageLinks extract(
      WebUrl url, String contentType, @Nullable String robotsTag, byte[] body) {
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
    if (type.equals("text/css")) {
      new CssLinks(bytes, links).read();
    } else if (type.contains("xml") && !type.contains("html")) {
      new XmlLinks(bytes, links).read();
    } else if (type.contains("html") || looksLikeHtml(bytes)) {
      new HtmlLinks(bytes, links).read();
    }
    return links.finish();
  }

  private static boolean looksLikeHtml(byte[] bytes) {
    String start =
        new String(bytes, 0, Math.min(bytes.length, 512), StandardCharsets.ISO_8859_1)
            .toLowerCase(Locale.ROOT);
    return start.contains("<!doctype html") || start.contains("<html") || start.contains("<head");
  }
}
