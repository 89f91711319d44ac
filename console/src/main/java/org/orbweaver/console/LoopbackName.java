package org.orbweaver.console;

import java.net.InetAddress;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whether a request was meant for this machine, by the name in its header. A page of the user's
 * browser can have a name of its own lead to 127.0.0.1; whoever answered to that name would let the
 * page read everything (DNS rebinding).
 */
public final class LoopbackName {
  private static final Pattern HOST =
      Pattern.compile("(?<name>\\[(?<v6>[0-9A-Fa-f:.]+)]|[^:\\[\\]]+)(:\\d{1,5})?");

  private LoopbackName() {}

  /** As a whole: 127.0.0.1.evil.example only begins like a loopback address. */
  public static boolean is(String hostAndPort) {
    Matcher parts = HOST.matcher(hostAndPort);
    if (!parts.matches()) {
      return false;
    }
    String name = parts.group("name");
    String literal = parts.group("v6") == null ? name : parts.group("v6");
    try {
      return "localhost".equalsIgnoreCase(name)
          || InetAddress.ofLiteral(literal).isLoopbackAddress();
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
