package org.orbweaver.fetch.url;

import org.jspecify.annotations.Nullable;

/** IPv4 addresses as URLs may write them: 127.1, 0x7f000001, 0177.0.0.1, all the same host. */
final class Ipv4Text {
  private Ipv4Text() {}

  static boolean endsInNumber(String domain) {
    String[] parts = domain.split("\\.", -1);
    String last = parts[parts.length - 1];
    if (last.isEmpty() && parts.length > 1) {
      last = parts[parts.length - 2];
    }
    if (last.isEmpty()) {
      return false;
    }
    return last.chars().allMatch(c -> c >= '0' && c <= '9') || number(last) >= 0;
  }

  /** Dotted decimal, or null: a name that ends in a number must be an address. */
  static @Nullable String normalise(String domain) {
    String[] parts = domain.split("\\.", -1);
    int count = parts.length;
    if (count > 1 && parts[count - 1].isEmpty()) {
      count--;
    }
    if (count > 4) {
      return null;
    }
    long address = 0;
    for (int i = 0; i < count; i++) {
      long part = number(parts[i]);
      boolean last = i == count - 1;
      long limit = last ? 1L << (8 * (5 - count)) : 256;
      if (part < 0 || part >= limit) {
        return null;
      }
      address += last ? part : part << (8 * (3 - i));
    }
    return (address >> 24 & 255)
        + "."
        + (address >> 16 & 255)
        + "."
        + (address >> 8 & 255)
        + "."
        + (address & 255);
  }

  /** Decimal, octal after 0, hexadecimal after 0x; −1 if it is no number. */
  private static long number(String text) {
    int radix = 10;
    String digits = text;
    if (text.startsWith("0x") || text.startsWith("0X")) {
      radix = 16;
      digits = text.substring(2);
    } else if (text.length() > 1 && text.startsWith("0")) {
      radix = 8;
      digits = text.substring(1);
    } else if (text.isEmpty()) {
      return -1;
    }
    long value = 0;
    for (int i = 0; i < digits.length(); i++) {
      int digit = digits.charAt(i) < 0x80 ? Character.digit(digits.charAt(i), radix) : -1;
      if (digit < 0) {
        return -1;
      }
      value = Math.min(value * radix + digit, 1L << 40);
    }
    return value;
  }
}
