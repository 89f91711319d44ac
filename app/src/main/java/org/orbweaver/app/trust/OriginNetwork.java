package org.orbweaver.app.trust;

import java.net.InetAddress;
import java.nio.ByteBuffer;

/**
 * Names the network of a site, so that many sites of one owner count once: its /24, or its /48. At
 * addresses of one machine or one LAN, which tell nothing, each address is a network of its own.
 * The same numbers as peers' networks have: who lives beside a site is no judge of it.
 */
public final class OriginNetwork {
  private static final long IPV6_BIT = 1L << 63;
  private static final long IPV4_MAPPED = 0xFFFF_0000_0000L;

  private OriginNetwork() {}

  public static long of(InetAddress address) {
    ByteBuffer bytes = ByteBuffer.wrap(address.getAddress());
    if (bytes.capacity() == Integer.BYTES) {
      long number = IPV4_MAPPED | bytes.getInt() & 0xFFFF_FFFFL;
      boolean near = address.isLoopbackAddress() || address.isSiteLocalAddress();
      return near ? number : number >>> 8;
    }
    return bytes.getLong() >>> 16 | IPV6_BIT;
  }
}
