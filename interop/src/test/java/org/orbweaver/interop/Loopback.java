package org.orbweaver.interop;

import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * This machine's own loopback device.
 *
 * @param format makes an address of a number
 */
record Loopback(String format) implements Place {
  /** All of 127.0.0.0/8 is this machine; a test takes a random /16 of it, to be alone. */
  static Loopback ipv4() {
    return new Loopback("127." + ThreadLocalRandom.current().nextInt(64, 255) + ".%d.1");
  }

  /** The only one there is: programs differ by port. */
  static Loopback ipv6() {
    return new Loopback("[::1]");
  }

  @Override
  public String address(int number) {
    return format.formatted(number);
  }

  @Override
  public List<String> command(List<String> command) {
    return command;
  }

  @Override
  public void close() {}
}
