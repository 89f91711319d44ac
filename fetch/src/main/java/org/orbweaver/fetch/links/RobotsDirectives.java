package org.orbweaver.fetch.links;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a page's author asks of robots, in {@code X-Robots-Tag} headers and meta elements: words
 * between commas, of which those behind another robot's name are not meant for us.
 */
final class RobotsDirectives {
  private static final Pattern NAMED = Pattern.compile("\\s*([\\w*-]+)\\s*:(.*)", Pattern.DOTALL);

  /** Directives that have a colon of their own. */
  private static final Set<String> WITH_VALUES =
      Set.of("unavailable_after", "max-snippet", "max-image-preview", "max-video-preview");

  private static final Set<String> OURS = Set.of("orbweaver", "*");

  private RobotsDirectives() {}

  /** Those meant for us, in small letters, with a comma after each. */
  static String forUs(List<String> headers) {
    StringBuilder ours = new StringBuilder();
    for (String header : headers) {
      boolean meant = true;
      for (String part : header.toLowerCase(Locale.ROOT).split(",")) {
        Matcher named = NAMED.matcher(part);
        String directive = part;
        if (named.matches() && !WITH_VALUES.contains(named.group(1))) {
          meant = OURS.contains(named.group(1));
          directive = named.group(2);
        }
        if (meant) {
          ours.append(directive.strip()).append(',');
        }
      }
    }
    return ours.toString();
  }

  /** The single words of directives. */
  static Set<String> words(String directives) {
    Set<String> words = new TreeSet<>();
    for (String word : directives.toLowerCase(Locale.ROOT).split("[,;\\s]+")) {
      words.add(word);
    }
    return words;
  }
}
