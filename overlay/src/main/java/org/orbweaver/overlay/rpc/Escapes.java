package org.orbweaver.overlay.rpc;

import java.util.Arrays;

/**
 * Queries and titles in URIs are full of {@code %20} and the like. The most common of these take
 * one byte on the way, one of those below a space that no URI contains; so nothing has to be
 * escaped in turn.
 */
final class Escapes {
  private static final String COMMON =
      "%20%0A%28%29%7B%7D%3B%3A%3C%3E%22%27%2C%3D%26%5B%5D%2F%23%21%2B%3F%40%7C%25%2A%5C%0D%09%60%5E";

  /** By the value of the two hexadecimal digits: the byte that stands for them, or 0. */
  private static final byte[] SHORT = new byte[256];

  static {
    for (int i = 0; i < COMMON.length() / 3; i++) {
      SHORT[Integer.parseInt(COMMON, 3 * i + 1, 3 * i + 3, 16)] = (byte) (i + 1);
    }
  }

  private Escapes() {}

  static void write(ByteWriter out, byte[] uri, int from) {
    for (int i = from; i < uri.length; i++) {
      int brief = uri[i] == '%' && i + 2 < uri.length ? SHORT[value(uri, i + 1)] : 0;
      out.u8(brief == 0 ? uri[i] : brief);
      i += brief == 0 ? 0 : 2;
    }
  }

  /** The byte that two digits as capitals mean; otherwise one that is never common. */
  private static int value(byte[] uri, int at) {
    int high = digit(uri[at]);
    int low = digit(uri[at + 1]);
    return high < 0 || low < 0 ? 0 : high << 4 | low;
  }

  private static int digit(byte c) {
    return c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
  }

  /** The beginning, and behind it the rest as it was. */
  static byte[] read(byte[] before, int shared, byte[] rest) {
    byte[] uri = Arrays.copyOf(before, shared + 3 * rest.length);
    int length = shared;
    for (byte each : rest) {
      if (each > 0 && 3 * each <= COMMON.length()) {
        for (int i = 3 * (each - 1); i < 3 * each; i++) {
          uri[length++] = (byte) COMMON.charAt(i);
        }
      } else {
        uri[length++] = each;
      }
    }
    return Arrays.copyOf(uri, length);
  }
}
