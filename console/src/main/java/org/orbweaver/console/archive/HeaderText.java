package org.orbweaver.console.archive;

import java.util.regex.Pattern;

/** Headers that others wrote, and what of them may be sent on. */
final class HeaderText {
  /** A header's name (RFC 9110, §5.6.2). */
  private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

  private HeaderText() {}

  static boolean isName(String name) {
    return TOKEN.matcher(name).matches();
  }

  /** On one line: some browsers end it at a carriage return alone. */
  static String value(String text) {
    return text.replaceAll("[\\x00-\\x08\\x0a-\\x1f\\x7f]", " ");
  }
}
