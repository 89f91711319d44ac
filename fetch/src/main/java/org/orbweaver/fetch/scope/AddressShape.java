package org.orbweaver.fetch.scope;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.orbweaver.fetch.url.WebUrl;

/**
 * The kinds that an address belongs to, from the narrowest to the widest: what is left of it when
 * numbers become {@code #}, identifiers {@code *}, and what comes again {@code +}. Addresses that a
 * machine makes endlessly share at least one of these, whichever part of them it makes up:
 *
 * <pre>
 *   calendar            /cal/2031/05          /cal/#/#
 *   relative-path loop  /a/b/a/b/a/x.html     /a/b/x.html+ and /a/…+
 *   faceted search      /find?size=m&hue=red  /find?hue&size and /find?…
 *   session in a path   /s/8f3a9c01d2/p7      /s/*&#47;p# and /s/*&#47;…
 *   session in a query  /p7?zid=Qx91mz        /p#?zid and …?zid
 * </pre>
 */
final class AddressShape {
  private static final Pattern NUMBER = Pattern.compile("\\d+");

  /** Long words of letters and digits; hexadecimal ones may be shorter. */
  private static final Pattern IDENTIFIER =
      Pattern.compile("[0-9a-f]{8,}|[0-9A-F]{8,}|[0-9A-Za-z]{14,}");

  private static final int MOST_PARAMETERS = 40;

  private AddressShape() {}

  static List<String> of(WebUrl url) {
    List<String> kinds = new ArrayList<>(4);
    String host = url.authority();
    String path = path(url.path());
    String query = url.query();
    if (query == null) {
      kinds.add(host + path);
    } else {
      String names = names(query);
      kinds.add(host + path + "?" + names);
      kinds.add(host + path + "?…");
      kinds.add(host + "/…?" + names);
    }
    String folder = path.substring(0, path.lastIndexOf('/') + 1);
    if (folder.indexOf('#') >= 0 || folder.indexOf('*') >= 0 || path.endsWith("+")) {
      kinds.add(host + folder + (path.endsWith("+") ? "…+" : "…"));
    }
    if (path.endsWith("+")) { // a loop with several links has a kind for each order of them
      kinds.add(host + path.substring(0, Math.max(1, path.indexOf('/', 1) + 1)) + "…+");
    }
    return kinds;
  }

  private static String path(String path) {
    Set<String> parts = new LinkedHashSet<>();
    boolean again = false;
    String[] segments = path.split("/", -1);
    for (int i = 1; i < segments.length; i++) {
      boolean last = i == segments.length - 1;
      again |= !segments[i].isEmpty() && !parts.add(general(segments[i])) && !isNumber(segments[i]);
      if (last && segments[i].isEmpty()) {
        parts.add("");
      }
    }
    return "/" + String.join("/", parts) + (again ? "+" : "");
  }

  private static boolean isNumber(String segment) {
    return Character.isDigit(segment.charAt(0));
  }

  /**
   * Only words with a digit in or behind them are identifiers. Where the last digit is, is looked
   * for once: asked again at each letter, a segment of eight thousand costs sixty million steps.
   */
  private static String general(String segment) {
    int lastDigit = segment.length() - 1;
    while (lastDigit >= 0 && !isDigit(segment.charAt(lastDigit))) {
      lastDigit--;
    }
    if (lastDigit < 0) {
      return segment;
    }
    StringBuilder word = new StringBuilder(segment.length());
    Matcher identifier = IDENTIFIER.matcher(segment);
    int done = 0;
    while (identifier.find() && identifier.start() <= lastDigit) {
      word.append(segment, done, identifier.start()).append('*');
      done = identifier.end();
    }
    word.append(segment, done, segment.length());
    return NUMBER.matcher(word).replaceAll("#");
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static String names(String query) {
    Set<String> names = new TreeSet<>();
    for (String parameter : query.split("&", MOST_PARAMETERS)) {
      int equals = parameter.indexOf('=');
      names.add(general(equals < 0 ? parameter : parameter.substring(0, equals)));
    }
    return String.join("&", names);
  }
}
