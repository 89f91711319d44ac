package org.orbweaver.fetch.http;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.orbweaver.fetch.url.WebUrl;

/**
 * What is asked of a server.
 *
 * @param etag of the capture we have, quotes and all, sent as If-None-Match
 * @param lastModified of the capture we have, sent as If-Modified-Since
 * @param post what is posted; null for a GET
 */
public record PageRequest(
    WebUrl url, @Nullable String etag, @Nullable String lastModified, @Nullable PostBody post) {
  private static final Pattern LONE_PERCENT = Pattern.compile("%(?![0-9A-Fa-f]{2})");

  public PageRequest(WebUrl url, @Nullable String etag, @Nullable String lastModified) {
    this(url, etag, lastModified, null);
  }

  public static PageRequest of(WebUrl url) {
    return new PageRequest(url, null, null);
  }

  /** As a script posts it. */
  public static PageRequest posting(WebUrl url, PostBody body) {
    return new PageRequest(url, null, null, body);
  }

  /** The address under which the answer is kept. */
  public WebUrl archivedAs() {
    return post == null ? url : post.archivedAs(url);
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
    text.append(post == null ? "GET " : "POST ")
        .append(whole ? url.authority() : "")
        .append(target);
    text.append(" HTTP/1.1\r\nHost: ");
    text.append(url.hostAndPort()).append("\r\n").append(commonHeaders);
    header(text, "If-None-Match", etag);
    header(text, "If-Modified-Since", lastModified);
    if (post == null) {
      return text.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    }
    header(text, "Content-Type", post.type().isEmpty() ? null : post.type());
    text.append("Content-Length: ").append(post.bytes().length).append("\r\n\r\n");
    byte[] head = text.toString().getBytes(StandardCharsets.ISO_8859_1);
    byte[] all = Arrays.copyOf(head, head.length + post.bytes().length);
    System.arraycopy(post.bytes(), 0, all, head.length, post.bytes().length);
    return all;
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
