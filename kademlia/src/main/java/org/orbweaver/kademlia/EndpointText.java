package org.orbweaver.kademlia;

/** Endpoints as people write them. Numeric addresses only: names are for whoever may ask DNS. */
final class EndpointText {
  private EndpointText() {}

  static Endpoint parse(String text) {
    int colon = text.lastIndexOf(':');
    if (colon < 0) {
      throw malformed(text);
    }
    int port = number(text, colon + 1, text.length(), 10, 0xFFFF);
    if (text.startsWith("[")) {
      if (colon < 2 || text.charAt(colon - 1) != ']') {
        throw malformed(text);
      }
      return ipv6(text, text.substring(1, colon - 1), port);
    }
    return Endpoint.v4(ipv4(text, 0, colon), port);
  }

  private static int ipv4(String text, int from, int to) {
    int address = 0;
    int start = from;
    for (int i = 0; i < 4; i++) {
      int end = i < 3 ? text.indexOf('.', start) : to;
      if (end < 0 || end > to) {
        throw malformed(text);
      }
      address = (address << 8) | number(text, start, end, 10, 255);
      start = end + 1;
    }
    return address;
  }

  private static Endpoint ipv6(String text, String address, int port) {
    int gap = address.indexOf("::");
    long[] halves = new long[2];
    if (gap < 0) {
      if (groups(text, address, halves, 0) != 8) {
        throw malformed(text);
      }
    } else {
      String tail = address.substring(gap + 2);
      if (tail.contains("::")) {
        throw malformed(text);
      }
      int before = groups(text, address.substring(0, gap), halves, 0);
      long[] scratch = new long[2];
      int after = groups(text, tail, scratch, 0);
      if (before + after > 7) {
        throw malformed(text);
      }
      groups(text, tail, halves, 8 - after);
    }
    return Endpoint.v6(halves[0], halves[1], port);
  }

  /** Writes the 16-bit groups of {@code part} from index {@code at} on; returns how many. */
  private static int groups(String text, String part, long[] halves, int at) {
    if (part.isEmpty()) {
      return 0;
    }
    int count = 0;
    int start = 0;
    while (start <= part.length()) {
      int end = part.indexOf(':', start);
      end = end < 0 ? part.length() : end;
      if (end == part.length() && part.indexOf('.', start) >= 0) {
        int embedded = ipv4(part, start, end);
        put(text, halves, at + count++, embedded >>> 16);
        put(text, halves, at + count++, embedded & 0xFFFF);
      } else {
        put(text, halves, at + count++, number(part, start, end, 16, 0xFFFF));
      }
      start = end + 1;
    }
    return count;
  }

  private static void put(String text, long[] halves, int group, int value) {
    if (group > 7) {
      throw malformed(text);
    }
    halves[group >> 2] |= (long) value << (48 - 16 * (group & 3));
  }

  private static int number(String text, int from, int to, int radix, int max) {
    if (from >= to || to - from > 5) {
      throw malformed(text);
    }
    int value = 0;
    for (int i = from; i < to; i++) {
      int digit = Character.digit(text.charAt(i), radix);
      if (digit < 0 || text.charAt(i) > 'f') {
        throw malformed(text);
      }
      value = value * radix + digit;
    }
    if (value > max) {
      throw malformed(text);
    }
    return value;
  }

  private static IllegalArgumentException malformed(String text) {
    return new IllegalArgumentException(
        "not an address with a port, such as 192.0.2.1:6881 or [2001:db8::1]:6881: " + text);
  }

  static String format(Endpoint endpoint) {
    String address = address(endpoint);
    return (endpoint.isIpv4() ? address : "[" + address + "]") + ":" + endpoint.port();
  }

  static String address(Endpoint endpoint) {
    StringBuilder text = new StringBuilder(24);
    if (endpoint.isIpv4()) {
      appendIpv4(text, endpoint.ipv4());
    } else {
      appendIpv6(text, endpoint);
    }
    return text.toString();
  }

  private static void appendIpv4(StringBuilder text, int address) {
    text.append(address >>> 24)
        .append('.')
        .append(address >>> 16 & 255)
        .append('.')
        .append(address >>> 8 & 255)
        .append('.')
        .append(address & 255);
  }

  /** RFC 5952: the longest run of two or more zero groups becomes {@code ::}. */
  private static void appendIpv6(StringBuilder text, Endpoint endpoint) {
    int gapStart = -1;
    int gapLength = 1;
    for (int i = 0; i < 8; ) {
      int end = i;
      while (end < 8 && group(endpoint, end) == 0) {
        end++;
      }
      if (end - i > gapLength) {
        gapStart = i;
        gapLength = end - i;
      }
      i = Math.max(end, i + 1);
    }
    for (int i = 0; i < 8; i++) {
      if (i == gapStart) {
        text.append("::");
        i += gapLength - 1;
        continue;
      }
      if (i > 0 && i != gapStart + gapLength) {
        text.append(':');
      } else if (i > 0 && gapStart < 0) {
        text.append(':');
      }
      text.append(Integer.toHexString(group(endpoint, i)));
    }
  }

  private static int group(Endpoint endpoint, int index) {
    long half = index < 4 ? endpoint.high() : endpoint.low();
    return (int) (half >>> (48 - 16 * (index & 3))) & 0xFFFF;
  }
}
