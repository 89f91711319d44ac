package org.orbweaver.fetch.url;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/** Percent-encoding with the standard's path and special-query sets, and decoding. */
final class PercentCode {
  private static final String PATH_SET = " \"#<>?`{}";
  private static final String QUERY_SET = " \"#<>'";
  private static final byte[] HEX = "0123456789ABCDEF".getBytes(StandardCharsets.US_ASCII);

  private PercentCode() {}

  static void encodePath(StringBuilder to, String text, int start, int end) {
    encode(to, text, start, end, PATH_SET, StandardCharsets.UTF_8);
  }

  static void encodeQuery(StringBuilder to, String text, Charset encoding) {
    encode(to, text, 0, text.length(), QUERY_SET, encoding);
  }

  private static void encode(
      StringBuilder to, String text, int start, int end, String set, Charset encoding) {
    int at = start;
    while (at < end) {
      int plain = at;
      while (plain < end && isPlain(text.charAt(plain), set)) {
        plain++;
      }
      to.append(text, at, plain);
      if (plain < end) {
        int point = text.codePointAt(plain);
        encode(to, point, encoding);
        plain += Character.charCount(point);
      }
      at = plain;
    }
  }

  private static boolean isPlain(char c, String set) {
    return c > ' ' && c < 0x7f && set.indexOf(c) < 0;
  }

  private static void encode(StringBuilder to, int point, Charset encoding) {
    boolean lone = point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
    String character = lone ? "\uFFFD" : Character.toString(point);
    try {
      ByteBuffer bytes = encoding.newEncoder().encode(CharBuffer.wrap(character));
      while (bytes.hasRemaining()) {
        byte value = bytes.get();
        if (value > ' ' && value < 0x7f && QUERY_SET.indexOf(value) < 0 && point >= 0x80) {
          to.append((char) value); // a byte of a multi-byte encoding that happens to be ASCII
        } else {
          append(to, value);
        }
      }
    } catch (CharacterCodingException e) {
      // What the page's encoding cannot say, browsers send as a character reference.
      to.append("%26%23").append(point).append("%3B");
    } catch (UnsupportedOperationException e) {
      encode(to, point, StandardCharsets.UTF_8); // a decoding-only charset
    }
  }

  static void append(StringBuilder to, byte value) {
    to.append('%').append((char) HEX[value >> 4 & 15]).append((char) HEX[value & 15]);
  }

  /** The value of the two hexadecimal digits at this place, or −1. */
  static int byteAt(CharSequence text, int at) {
    if (at + 2 > text.length()) {
      return -1;
    }
    int high = Character.digit(text.charAt(at), 16);
    int low = Character.digit(text.charAt(at + 1), 16);
    boolean ascii = text.charAt(at) < 0x80 && text.charAt(at + 1) < 0x80;
    return ascii && high >= 0 && low >= 0 ? high << 4 | low : -1;
  }

  /** Decodes as UTF-8; what is no percent triplet stays. */
  static String decode(String text) {
    byte[] from = text.getBytes(StandardCharsets.UTF_8);
    byte[] to = new byte[from.length];
    int length = 0;
    for (int i = 0; i < from.length; i++) {
      int value = from[i] == '%' ? byteAt(from, i + 1) : -1;
      to[length++] = value < 0 ? from[i] : (byte) value;
      i += value < 0 ? 0 : 2;
    }
    return new String(to, 0, length, StandardCharsets.UTF_8);
  }

  private static int byteAt(byte[] text, int at) {
    if (at + 2 > text.length) {
      return -1;
    }
    int high = Character.digit((char) text[at], 16);
    int low = Character.digit((char) text[at + 1], 16);
    return high >= 0 && low >= 0 ? high << 4 | low : -1;
  }
}
