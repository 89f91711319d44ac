package org.orbweaver.fetch.http;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.orbweaver.fetch.url.WebUrl;

/**
 * What is asked of a server.
 *
 * @param etag of the capture we have, quotes and all, sent as If-None-Match
 * @param lastModified of the capture we have, sent as If-Modified-Since
 */
public record PageRequest(WebUrl url, @Nullable String etag, @Nullable String lastModified) {
  private static final Pattern LONE_PERCENT = Pattern.compile("%(?![0-9A-Fa-f]{2})");

  public static PageRequest of(WebUrl url) {
    return new PageRequest(url, null, null);
  }

  public boolean conditional() {
    return etag != null || lastModified != null;
  }

  /** As sent: the URL parser let no line end through, and validators are checked here. */
  public byte[] bytes(String commonHeaders) {
    return bytes(commonHeaders, false);
  }

  /**
   * @param whole with the whole address, as a proxy wants it
   */
  byte[] bytes(String commonHeaders, boolean whole) {
    StringBuilder text = new StringBuilder(384);
    String target = target(url.pathAndQuery());
    text.append("GET ").append(whole ? url.authority() : "").append(target);
    text.append(" HTTP/1.1\r\nHost: ");
    text.append(url.hostAndPort()).append("\r\n").append(commonHeaders);
    header(text, "If-None-Match", etag);
    header(text, "If-Modified-Since", lastModified);
    return text.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  /** A percent sign that begins no escape is written as one, since servers refuse it. */
  private static String target(String pathAndQuery) {
    return pathAndQuery.indexOf('%') < 0
        ? pathAndQuery
        : LONE_PERCENT.matcher(pathAndQuery).replaceAll("%25");
  }

  /** A validator is the server's own text coming back: one with a line end would be a request. */
  private static void header(StringBuilder text, String name, @Nullable String value) {
    if (value != null && value.chars().allMatch(c -> c >= ' ' && c != 0x7f)) {
      text.append(name).append(": ").append(value).append("\r\n");
    }
  }
}
