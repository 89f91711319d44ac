package org.orbweaver.fetch.url;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One spelling per page: what servers treat alike is written alike, and session IDs, which make an
 * endless web of one page, are taken out ({@link #of}) of what tells pages apart; what is asked for
 * and archived keeps them ({@link #spelled}), or links of archived pages would lead nowhere. Only
 * changes that RFC 3986 calls equivalent, and these IDs: parameters are neither sorted nor dropped,
 * for their order and presence may matter.
 */
public final class Canonical {
  private static final Set<String> SESSION_NAMES =
      Set.of(
          "jsessionid", "phpsessid", "aspsessionid", "sessionid", "session_id", "cfid", "cftoken");
  private static final Pattern PATH_SESSION =
      Pattern.compile(";(?:jsessionid|phpsessid|sid)=[^/;]*", Pattern.CASE_INSENSITIVE);
  private static final Pattern SID_VALUE = Pattern.compile("[0-9A-Za-z]{24,}");

  private Canonical() {}

  /**
   * The canonical form of it is it. One step may lead to the next: {@code %0%65e} becomes {@code
   * %0ee}, where {@code %0e} is an escape, and {@code /..;sid=1/} becomes {@code /../}, which leads
   * upwards. Each step takes something away, so there is an end.
   */
  public static WebUrl of(WebUrl url) {
    return repeat(url, false);
  }

  /** The same with its session ID: what to ask for, and what to archive it as. */
  public static WebUrl spelled(WebUrl url) {
    return repeat(url, true);
  }

  /** Without its session ID, if it has one: which page a spelled address is. */
  static WebUrl withoutSession(WebUrl url) {
    String href = url.toString();
    return url.query() == null && href.indexOf(';', url.pathStart()) < 0 ? url : of(url);
  }

  private static WebUrl repeat(WebUrl url, boolean session) {
    WebUrl last = url;
    WebUrl next = step(url, session);
    while (!next.equals(last)) {
      last = next;
      WebUrl read = WebUrl.parse(next.toString());
      next = step(read == null ? next : read, session);
    }
    return next;
  }

  private static WebUrl step(WebUrl url, boolean session) {
    String href = url.toString();
    boolean percent = href.indexOf('%', url.pathStart()) >= 0;
    String query = url.query();
    if (!percent && query == null && href.indexOf(';', url.pathStart()) < 0) {
      return url;
    }
    String path = spell(url.path());
    if (!session && path.indexOf(';') >= 0) {
      path = PATH_SESSION.matcher(path).replaceAll("");
    }
    String kept = query == null ? null : kept(spell(query), session);
    return WebUrl.compose(url.scheme(), url.host(), url.writtenPort(), path, kept);
  }

  /**
   * Letters, digits, - . _ ~ need no percent sign; hexadecimal digits are capitals. A character
   * that is written out may end another escape, and that a further one: {@code %3%3%36} is a six.
   * They are followed up here, or a link of four thousand such would take as many readings.
   */
  private static String spell(String text) {
    if (text.indexOf('%') < 0) {
      return text;
    }
    StringBuilder spelled = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      int value = c == '%' ? PercentCode.byteAt(text, i + 1) : -1;
      i += value < 0 ? 0 : 2;
      append(spelled, value < 0 ? c : value, value < 0);
    }
    return spelled.toString();
  }

  private static void append(StringBuilder spelled, int character, boolean plain) {
    int next = character;
    boolean isPlain = plain;
    while (isPlain || unreserved(next)) {
      spelled.append((char) next);
      int escape = spelled.length() - 3;
      next =
          escape >= 0 && spelled.charAt(escape) == '%'
              ? PercentCode.byteAt(spelled, escape + 1)
              : -1;
      if (next < 0) {
        return;
      }
      spelled.setLength(escape);
      isPlain = false;
    }
    PercentCode.append(spelled, (byte) next);
  }

  private static boolean unreserved(int c) {
    return c >= 'a' && c <= 'z'
        || c >= 'A' && c <= 'Z'
        || c >= '0' && c <= '9'
        || c == '-'
        || c == '.'
        || c == '_'
        || c == '~';
  }

  /** Null for an empty query: "/a?" and "/a" are one page wherever we looked. */
  private static @Nullable String kept(String query, boolean session) {
    if (query.isEmpty()) {
      return null;
    }
    if (session) {
      return query;
    }
    String lower = query.toLowerCase(Locale.ROOT);
    if (!lower.contains("sess") && !lower.contains("sid=") && !lower.contains("cf")) {
      return query;
    }
    List<String> kept = new ArrayList<>();
    for (String parameter : query.split("&", -1)) {
      if (!isSession(parameter)) {
        kept.add(parameter);
      }
    }
    return kept.isEmpty() ? null : String.join("&", kept);
  }

  private static boolean isSession(String parameter) {
    int equals = parameter.indexOf('=');
    if (equals < 0) {
      return false;
    }
    String name = parameter.substring(0, equals).toLowerCase(Locale.ROOT);
    // "sid" alone is also a shop's article number: only a value of an ID's length counts.
    return SESSION_NAMES.contains(name)
        || name.startsWith("aspsessionid")
        || name.equals("sid") && SID_VALUE.matcher(parameter.substring(equals + 1)).matches();
  }
}
