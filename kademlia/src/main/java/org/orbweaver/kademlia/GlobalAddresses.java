package org.orbweaver.kademlia;

/**
 * Which addresses belong to the public Internet, after IANA's special-purpose registries (RFC 6890
 * and its updates). Replies in the DHT are full of others: home routers, carrier NAT, attackers who
 * would like us to flood somebody's loopback.
 */
final class GlobalAddresses {
  /** Pairs of network and prefix length. */
  private static final int[][] SPECIAL_V4 = {
    {0x00000000, 8}, // this network
    {0x0A000000, 8}, // private
    {0x64400000, 10}, // carrier-grade NAT
    {0x7F000000, 8}, // loopback
    {0xA9FE0000, 16}, // link-local
    {0xAC100000, 12}, // private
    {0xC0000000, 24}, // IETF protocol assignments
    {0xC0000200, 24}, // documentation
    {0xC0586300, 24}, // 6to4 relay anycast
    {0xC0A80000, 16}, // private
    {0xC6120000, 15}, // benchmarking
    {0xC6336400, 24}, // documentation
    {0xCB007100, 24}, // documentation
    {0xE0000000, 3}, // multicast and reserved
  };

  private GlobalAddresses() {}

  static boolean contains(Endpoint endpoint) {
    return endpoint.isIpv4() ? containsV4(endpoint.ipv4()) : containsV6(endpoint.high());
  }

  private static boolean containsV4(int address) {
    for (int[] special : SPECIAL_V4) {
      if ((address ^ special[0]) >>> (32 - special[1]) == 0) {
        return false;
      }
    }
    return true;
  }

  /**
   * Only 2000::/3 is handed out; within it, Teredo, documentation and 6to4 hosts are not global.
   */
  private static boolean containsV6(long high) {
    return high >>> 61 == 1
        && high >>> 32 != 0x2001_0000L
        && high >>> 32 != 0x2001_0DB8L
        && high >>> 48 != 0x2002L
        && high >>> 44 != 0x3FFF0L;
  }
}
