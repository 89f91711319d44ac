package org.orbweaver.fetch.http;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Keeps the cookies of a session that began with the operator's own secrets from the archive: a
 * server renews them with any answer, and who reads such an answer is logged in. Values become
 * asterisks, in their place, so that every length stays as it was.
 */
final class SetCookieMask {
  private static final String NAME = "set-cookie:";

  private SetCookieMask() {}

  /**
   * @param length of the head, status line and all
   */
  static void apply(byte[] head, int length) {
    String text = new String(head, 0, length, StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
    int line = text.indexOf('\n') + 1;
    boolean within = false;
    while (line > 0 && line < length) {
      int end = text.indexOf('\n', line);
      int stop = end < 0 ? length : end;
      boolean folded = text.charAt(line) == ' ' || text.charAt(line) == '\t';
      within = text.startsWith(NAME, line) || within && folded;
      if (within) {
        int equals = text.indexOf('=', line);
        mask(head, folded || equals < 0 ? line + 1 : equals + 1, stop);
      }
      line = end + 1;
    }
  }

  private static void mask(byte[] head, int from, int stop) {
    for (int i = from; i < stop && head[i] != ';' && head[i] != '\r'; i++) {
      head[i] = '*';
    }
  }
}
