package org.orbweaver.interop;

import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * This machine's own loopback device.
 *
 * @param format makes an address of a number
 */
record Loopback(String format) implements Place {
  private static final AtomicInteger TAKEN = new AtomicInteger(new SecureRandom().nextInt(100));

  /** All of 127.0.0.0/8 is this machine; every test takes a /16 of it for itself. */
  static Loopback ipv4() {
    return new Loopback("127." + (64 + TAKEN.incrementAndGet() % 190) + ".%d.1");
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
