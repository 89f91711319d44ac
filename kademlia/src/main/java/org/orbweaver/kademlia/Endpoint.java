package org.orbweaver.kademlia;

/**
 * An IP address and a UDP port, as two longs and an int: no resolver, no boxed address, cheap to
 * make for every packet.
 *
 * <p>IPv4 addresses are held in IPv6's mapped form {@code ::ffff:a.b.c.d}, so there is one kind of
 * endpoint and one order. Whoever reads packed IPv6 addresses from a packet must be aware that a
 * mapped address given there becomes an IPv4 endpoint.
 *
 * @param high the first 64 bits of the (mapped) IPv6 address
 * @param low the last 64 bits
 * @param port 0 to 65535
 */
public record Endpoint(long high, long low, int port) implements Comparable<Endpoint> {
  private static final long MAPPED = 0xFFFF_0000_0000L;

  public Endpoint {
    if ((port & ~0xFFFF) != 0) {
      throw new IllegalArgumentException("a port is 0 to 65535, not " + port);
    }
  }

  /** An IPv4 endpoint; {@code address} holds the four bytes in network order. */
  public static Endpoint v4(int address, int port) {
    return new Endpoint(0, MAPPED | (address & 0xFFFF_FFFFL), port);
  }

  public static Endpoint v6(long high, long low, int port) {
    return new Endpoint(high, low, port);
  }

  /** Reads {@code 192.0.2.1:6881} or {@code [2001:db8::1]:6881}; never asks a resolver. */
  public static Endpoint parse(String text) {
    return EndpointText.parse(text);
  }

  public boolean isIpv4() {
    return high == 0 && low >>> 32 == 0xFFFF;
  }

  /** The four address bytes; only for IPv4 endpoints. */
  public int ipv4() {
    if (!isIpv4()) {
      throw new IllegalStateException("not an IPv4 endpoint: " + this);
    }
    return (int) low;
  }

  public Endpoint withPort(int newPort) {
    return new Endpoint(high, low, newPort);
  }

  public boolean sameAddress(Endpoint other) {
    return high == other.high && low == other.low;
  }

  /**
   * A number for the network one site or customer usually has to itself: the /24 in IPv4, the /64
   * in IPv6. Equal networks give equal numbers; no IPv4 network equals an IPv6 one, since the
   * mapped range is not a /64 of its own.
   */
  public long network() {
    return isIpv4() ? low >>> 8 : high;
  }

  /**
   * Whether a node there could be reached over the public Internet: not private, loopback,
   * link-local, multicast, reserved or documentation, and with a port to send to.
   */
  public boolean isGlobal() {
    return port != 0 && GlobalAddresses.contains(this);
  }

  @Override
  public int compareTo(Endpoint other) {
    int order = Long.compareUnsigned(high, other.high);
    if (order != 0) {
      return order;
    }
    order = Long.compareUnsigned(low, other.low);
    return order != 0 ? order : Integer.compare(port, other.port);
  }

  /** By hand, as {@link Key#equals}. */
  @Override
  public boolean equals(Object other) {
    return other instanceof Endpoint it && high == it.high && low == it.low && port == it.port;
  }

  @Override
  public int hashCode() {
    long mixed = (high * 31 + low) * 31 + port;
    mixed *= 0x9E3779B97F4A7C15L;
    return (int) (mixed >>> 32);
  }

  /** The address alone: {@code 192.0.2.1} or {@code 2001:db8::1}. */
  public String addressText() {
    return EndpointText.address(this);
  }

  /** As {@link #parse} reads it. */
  @Override
  public String toString() {
    return EndpointText.format(this);
  }
}
