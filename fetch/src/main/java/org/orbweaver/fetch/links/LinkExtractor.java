package org.orbweaver.fetch.links;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orbweaver.fetch.http.ContentDecoding;
import org.orbweaver.fetch.http.Headers;
import org.orbweaver.fetch.http.Response;
import org.orbweaver.fetch.url.WebUrl;

/** The links of any response: its redirect, or what the body says that a browser would show. */
public final class LinkExtractor {
  private static final int LINES_LOOKED_AT = 100;
  private static final Pattern ADDRESS = Pattern.compile("(?i)\\uFEFF?https?://\\S+");
  private static final byte[] NOTHING = {};
  private static final String UNREAD = "application/octet-stream";

  private LinkExtractor() {}

  public static PageLinks extract(WebUrl url, Response response) {
    return extract(url, response, LinkLimits.usual());
  }

  public static PageLinks extract(WebUrl url, Response response, LinkLimits limits) {
    return switch (response.status()) {
      case 200 -> shown(url, response, limits);
      // A list to choose from. Browsers show it even if the server names the one it would choose.
      case 300 -> shown(url, response, limits).after(redirect(response, url));
      case 301, 302, 303, 305, 306, 307, 308 -> {
        PageLinks target = redirect(response, url);
        yield target.links().isEmpty() ? shown(url, response, limits).after(target) : target;
      }
      default -> PageLinks.NONE;
    };
  }

  private static PageLinks shown(WebUrl url, Response response, LinkLimits limits) {
    Headers headers = response.headers();
    String type = headers.first("Content-Type").orElse("");
    boolean zippedMap = url.path().endsWith(".xml.gz");
    boolean zippedList = url.path().endsWith(".txt.gz");
    boolean unread = !zippedMap && !zippedList && !mayLink(url, type);
    byte[] body = unread ? NOTHING : ContentDecoding.decode(response, limits.bytes());
    if (zippedMap || zippedList) {
      body = ContentDecoding.gunzip(body, limits.bytes());
      type = zippedMap ? "application/xml" : "text/plain";
    }
    String robots = RobotsDirectives.forUs(headers.all("X-Robots-Tag"));
    PageLinks links = extract(url, unread ? UNREAD : type, robots, headers, body, limits.links());
    return (body.length >= limits.bytes() ? links.cutShort() : links).shown();
  }

  private static PageLinks redirect(Response response, WebUrl url) {
    LinkCollector links = new LinkCollector(url, StandardCharsets.UTF_8, 1);
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
    return extract(url, contentType, robotsTag, null, body, LinkLimits.usual().links());
  }

  private static PageLinks extract(
      WebUrl url,
      String contentType,
      @Nullable String robotsTag,
      @Nullable Headers headers,
      byte[] body,
      int mostLinks) {
    String type = Headers.mediaType(contentType);
    Charset encoding = Encodings.of(body, contentType);
    byte[] bytes = body;
    if (encoding.name().startsWith("UTF-16")) {
      bytes = new String(body, encoding).getBytes(StandardCharsets.UTF_8);
      encoding = StandardCharsets.UTF_8;
    }
    LinkCollector links = new LinkCollector(url, encoding, mostLinks);
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
    byte[] text = bytes;
    boolean hasTags = tagged;
    return links.finish().saying(() -> WordPrints.of(text, hasTags));
  }

  /** A sitemap in the form of a text file: nothing but addresses, a line each. */
  private static void list(byte[] bytes, LinkCollector links) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    boolean addresses =
        lines(text).limit(LINES_LOOKED_AT).allMatch(line -> ADDRESS.matcher(line).matches());
    if (addresses) {
      lines(text).forEach(line -> links.add(line, LinkKind.NAVIGATION, false));
    }
  }

  /** Never all at once: eight megabytes may be four million lines. */
  private static Stream<String> lines(String text) {
    return text.lines().map(String::strip).filter(line -> !line.isEmpty());
  }

  private static boolean looksLikeHtml(byte[] bytes) {
    String start =
        new String(bytes, 0, Math.min(bytes.length, 512), StandardCharsets.ISO_8859_1)
            .toLowerCase(Locale.ROOT);
    return start.contains("<!doctype html") || start.contains("<html") || start.contains("<head");
  }
}
