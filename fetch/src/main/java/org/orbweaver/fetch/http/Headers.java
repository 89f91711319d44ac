package org.orbweaver.fetch.http;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Status and headers, read leniently from the bytes as sent; what is no header is skipped. */
public final class Headers {
  /** RFC 6838 §4.2: two names of 127 characters. */
  private static final int LONGEST_TYPE = 255;

  private final int status;
  private final boolean oldHttp;
  private final List<String> names = new ArrayList<>();
  private final List<String> values = new ArrayList<>();

  /** Text up to the blank line. */
  Headers(byte[] head, int length) throws FetchFailure {
    String text = new String(head, 0, length, StandardCharsets.ISO_8859_1);
    int at = text.indexOf('\n');
    String statusLine = at < 0 ? text : text.substring(0, at);
    status = status(statusLine);
    oldHttp = statusLine.startsWith("HTTP/1.0");
    while (at >= 0 && at + 1 < text.length()) {
      int end = text.indexOf('\n', at + 1);
      add(text, at + 1, end < 0 ? text.length() : end);
      at = end;
    }
  }

  private static int status(String line) throws FetchFailure {
    if (!line.startsWith("HTTP/1.") || line.length() < 12 || line.charAt(8) != ' ') {
      throw new FetchFailure(FetchProblem.NOT_HTTP);
    }
    int status = 0;
    for (int i = 9; i < 12; i++) {
      int digit = line.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        throw new FetchFailure(FetchProblem.NOT_HTTP);
      }
      status = 10 * status + digit;
    }
    if (status < 100 || line.length() > 12 && line.charAt(12) > ' ') {
      throw new FetchFailure(FetchProblem.NOT_HTTP);
    }
    return status;
  }

  private void add(String text, int start, int lineEnd) {
    int end = lineEnd > start && text.charAt(lineEnd - 1) == '\r' ? lineEnd - 1 : lineEnd;
    if (start < end && (text.charAt(start) == ' ' || text.charAt(start) == '\t')) {
      if (!values.isEmpty()) { // the old line folding
        values.add(values.removeLast() + " " + text.substring(start, end).strip());
      }
      return;
    }
    int colon = text.indexOf(':', start);
    if (colon > start && colon < end) {
      names.add(text.substring(start, colon).strip());
      values.add(text.substring(colon + 1, end).strip());
    }
  }

  public int status() {
    return status;
  }

  boolean oldHttp() {
    return oldHttp;
  }

  /** What the body is said to be, without parameters; empty if nobody said. */
  public String mediaType() {
    return mediaType(first("Content-Type").orElse(""));
  }

  /**
   * The media type of a Content-Type, in small letters, up to what cannot be part of one: in the
   * columns of an index a space or a line's end would forge others. Empty if there is none.
   */
  public static String mediaType(String contentType) {
    String text = contentType.strip();
    int end = 0;
    while (end < text.length() && isOfType(text.charAt(end))) {
      end++;
    }
    return end > LONGEST_TYPE ? "" : text.substring(0, end).toLowerCase(Locale.ROOT);
  }

  private static boolean isOfType(char c) {
    return c > ' ' && c < 0x7f && c != ';' && c != ',';
  }

  /**
   * A value as its server meant it. Headers are read as Latin-1, which keeps their bytes; where
   * those make sense as UTF-8, that is what browsers take them for.
   */
  public static String utf8(String value) {
    if (value.chars().allMatch(c -> c < 0x80)) {
      return value;
    }
    String read = new String(value.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    return read.indexOf('\uFFFD') >= 0 ? value : read;
  }

  public Optional<String> first(String name) {
    for (int i = 0; i < names.size(); i++) {
      if (names.get(i).equalsIgnoreCase(name)) {
        return Optional.of(values.get(i));
      }
    }
    return Optional.empty();
  }

  public List<String> all(String name) {
    List<String> all = new ArrayList<>(1);
    for (int i = 0; i < names.size(); i++) {
      if (names.get(i).equalsIgnoreCase(name)) {
        all.add(values.get(i));
      }
    }
    return all;
  }

  /** By name as first written; values of one name are joined by commas. */
  public Map<String, String> byName() {
    Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (int i = 0; i < names.size(); i++) {
      all.merge(names.get(i), values.get(i), (one, other) -> one + ", " + other);
    }
    return all;
  }

  boolean says(String name, String word) {
    for (String value : all(name)) {
      for (String part : value.split(",")) {
        if (part.strip().equalsIgnoreCase(word)) {
          return true;
        }
      }
    }
    return false;
  }
}
