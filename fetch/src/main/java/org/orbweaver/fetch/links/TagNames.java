package org.orbweaver.fetch.links;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Names of elements and attributes in a page's bytes. Usual ones are found in a table instead of
 * being made: of a page's tags few are worth a look, yet each has a name.
 */
final class TagNames {
  private static final int SLOTS = 512;
  private static final String[] USUAL = new String[SLOTS];

  static {
    String names =
        "a abbr address applet area article aside audio b base bgsound blockquote body br button"
            + " caption center cite code col colgroup dd del details dfn div dl dt em embed"
            + " enclosure fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5"
            + " h6 head header hr html i iframe image img input ins item kbd label legend li link"
            + " loc main map mark meta nav noembed noframes noscript object ol optgroup option p"
            + " param path picture plaintext pre q s samp script section select small source span"
            + " strike strong style sub summary sup svg table tbody td template textarea tfoot th"
            + " thead time title tr track tt u ul url use var video wbr xmp";
    for (String name : names.split(" ")) {
      byte[] bytes = name.getBytes(StandardCharsets.US_ASCII);
      USUAL[slot(bytes, 0, bytes.length)] = name; // one that shares its slot is made anew
    }
  }

  private TagNames() {}

  private static int slot(byte[] text, int start, int end) {
    int hash = end - start;
    for (int i = start; i < end; i++) {
      hash = 31 * hash + (text[i] | 0x20);
    }
    return (hash ^ hash >>> 9) & SLOTS - 1;
  }

  /** In lower case. */
  static String of(byte[] text, int start, int end) {
    String usual = USUAL[slot(text, start, end)];
    if (usual != null && usual.length() == end - start && same(text, start, usual)) {
      return usual;
    }
    return new String(text, start, end - start, StandardCharsets.ISO_8859_1)
        .toLowerCase(Locale.ROOT);
  }

  /** Whether these bytes are this name, in letters of either case. */
  static boolean same(byte[] text, int start, String name) {
    for (int i = 0; i < name.length(); i++) {
      int c = text[start + i];
      if ((c >= 'A' && c <= 'Z' ? c | 0x20 : c) != name.charAt(i)) {
        return false;
      }
    }
    return true;
  }
}
