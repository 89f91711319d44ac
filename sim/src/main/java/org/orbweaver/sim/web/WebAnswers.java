package org.orbweaver.sim.web;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the web's servers say: a pure function of host, path, day and the visitor's ETag. */
public final class WebAnswers {
  private static final byte[] EMPTY = {};

  private final WebShape shape;
  private final WebLinks links;
  private final WebText text;

  public WebAnswers(WebShape shape, WebLinks links) {
    this.shape = shape;
    this.links = links;
    this.text = new WebText(shape.options().seed());
  }

  /**
   * @param headers besides Content-Length, each with its line end
   */
  @SuppressWarnings("ArrayRecordComponent") // bytes on their way to a socket
  public record Answer(int status, String headers, byte[] body) {
    /** Status line and headers, with the blank line. */
    String head() {
      return "HTTP/1.1 "
          + status
          + " X\r\n"
          + headers
          + "Content-Length: "
          + body.length
          + "\r\n\r\n";
    }

    static Answer of(int status, String type, byte[] body) {
      return new Answer(status, "Content-Type: " + type + "\r\n", body);
    }
  }

  public Answer answer(String host, String path, int day, @Nullable String etag, boolean gzip) {
    if (path.startsWith("/i/")) {
      return image(host, path, etag);
    }
    int number = shape.host(host);
    if (number < 0) {
      return plain(200, "somewhere else");
    }
    return switch (firstSegment(path)) {
      case "robots.txt" -> robots(number);
      case "sitemap.xml" -> sitemap(number);
      case "r" -> new Answer(302, "Location: " + WebLinks.path(trailing(path)) + "\r\n", EMPTY);
      case "gone" -> plain(404, "gone");
      case "error" -> plain(500, "broken");
      case "private" -> plain(200, "private");
      case "orphan" -> page("<h1>orphan " + path + "</h1>", trailing(path), "\"o\"", etag, gzip);
      case "loop" -> page("<a href=\"x/\">deeper</a>" + path, path.hashCode(), "\"l\"", etag, gzip);
      default -> page(number, path, day, etag, gzip);
    };
  }

  private static String firstSegment(String path) {
    int end = path.indexOf('/', 1);
    return path.substring(1, end < 0 ? path.length() : end);
  }

  /** The number in the path's last segment; −1 if there is none. */
  private static int trailing(String path) {
    String digits = path.substring(path.lastIndexOf('/') + 1).replaceAll("\\D", "");
    return digits.isEmpty() || digits.length() > 9 ? -1 : Integer.parseInt(digits);
  }

  private static Answer plain(int status, String body) {
    return Answer.of(status, "text/plain", body.getBytes(StandardCharsets.US_ASCII));
  }

  private Answer robots(int host) {
    String map = links.hasSitemap(host) ? "Sitemap: " + links.home(host) + "/sitemap.xml\n" : "";
    return plain(200, "User-agent: *\nDisallow: /private/\n" + map);
  }

  private Answer sitemap(int host) {
    StringBuilder xml = new StringBuilder("<?xml version=\"1.0\"?><urlset>");
    for (int i = 0; i < WebLinks.ORPHANS; i++) {
      xml.append("<url><loc>%s/orphan/%d.html</loc></url>".formatted(links.home(host), i));
    }
    return Answer.of(
        200,
        "application/xml",
        xml.append("</urlset>").toString().getBytes(StandardCharsets.US_ASCII));
  }

  private Answer image(String host, String path, @Nullable String etag) {
    int number = trailing(path);
    return conditional(
        "\"i" + number + "\"",
        etag,
        () -> Answer.of(200, "image/png", text.image((long) host.hashCode() << 32 | number)));
  }

  private Answer page(int host, String path, int day, @Nullable String etag, boolean gzip) {
    int page = path.equals("/") ? 0 : trailing(path);
    if (page < 0 || page >= shape.pages(host, day) || !WebLinks.path(page).equals(path)) {
      return plain(404, "no such page");
    }
    int version = shape.version(host, page, day);
    String tag = "\"v" + version + "\"";
    if (tag.equals(etag)) {
      return new Answer(304, "ETag: " + tag + "\r\n", EMPTY);
    }
    return page(
        html(host, page, version), WebShape.key(host, page) + 31L * version, tag, etag, gzip);
  }

  private Answer page(String html, long key, String tag, @Nullable String etag, boolean gzip) {
    return conditional(
        tag,
        etag,
        () -> {
          byte[] body = text.page("<!DOCTYPE html><html><body>" + html, key, gzip);
          return new Answer(
              200,
              "Content-Type: text/html; charset=utf-8\r\n"
                  + (gzip ? "Content-Encoding: gzip\r\n" : ""),
              body);
        });
  }

  private static Answer conditional(
      String tag, @Nullable String etag, java.util.function.Supplier<Answer> whole) {
    String header = "ETag: " + tag + "\r\n";
    if (tag.equals(etag)) {
      return new Answer(304, header, EMPTY);
    }
    Answer answer = whole.get();
    return new Answer(answer.status(), answer.headers() + header, answer.body());
  }

  private String html(int host, int page, int version) {
    StringBuilder html = new StringBuilder(3_000);
    html.append("<h1>Page ").append(page).append(" of ").append(host).append(", version ");
    html.append(version).append("</h1>\n");
    for (String image : links.images(page)) {
      html.append("<img src=\"").append(image).append("\" alt=\"\">\n");
    }
    List<String> anchors = links.anchors(host, page, version);
    for (int i = 0; i < anchors.size(); i++) {
      html.append("<a href=\"").append(anchors.get(i)).append("\">link ").append(i);
      html.append("</a>\n");
    }
    return html.toString();
  }
}
