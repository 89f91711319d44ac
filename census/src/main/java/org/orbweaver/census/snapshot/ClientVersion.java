package org.orbweaver.census.snapshot;

import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The four bytes of a client's version (BEP 5) as text that both people and group-bys can read: the
 * client's two letters and the other two bytes in hexadecimal, {@code LT0200}; or all four in
 * hexadecimal, {@code 00ff0102}, where the first two are no letters. The length tells which, so the
 * bytes can be had back.
 */
final class ClientVersion {
  private static final HexFormat HEX = HexFormat.of();
  private static final int WITH_LETTERS = 6;

  private ClientVersion() {}

  /** The text, or null for 0, which stands for no version. */
  static @Nullable String text(int version) {
    if (version == 0) {
      return null;
    }
    char first = (char) (version >>> 24);
    char second = (char) (version >>> 16 & 0xFF);
    if (isLetter(first) && isLetter(second)) {
      return "" + first + second + HEX.toHexDigits((short) version);
    }
    return HEX.toHexDigits(version);
  }

  static int parse(@Nullable String text) {
    if (text == null) {
      return 0;
    }
    if (text.length() == WITH_LETTERS) {
      return text.charAt(0) << 24 | text.charAt(1) << 16 | HexFormat.fromHexDigits(text, 2, 6);
    }
    return HexFormat.fromHexDigits(text);
  }

  private static boolean isLetter(char letter) {
    return letter >= 'A' && letter <= 'Z' || letter >= 'a' && letter <= 'z';
  }
}
