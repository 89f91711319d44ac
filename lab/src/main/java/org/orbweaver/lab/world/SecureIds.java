package org.orbweaver.lab.world;

import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

/**
 * BEP 42's tie between a node's address and the first 21 bits of its ID: a CRC32C of the masked
 * address and three bits that the node may choose, which it repeats in the ID's last byte.
 */
public final class SecureIds {
  static final int TIED_BITS = 21;

  private static final int MASK_V4 = 0x030F_3FFF;
  private static final long MASK_V6 = 0x0103_070F_1F3F_7FFFL;
  private static final int[] CRC32C = table();

  private SecureIds() {}

  private static int[] table() {
    int[] table = new int[256];
    for (int i = 0; i < 256; i++) {
      int crc = i;
      for (int bit = 0; bit < 8; bit++) {
        crc = (crc & 1) != 0 ? crc >>> 1 ^ 0x82F6_3B78 : crc >>> 1;
      }
      table[i] = crc;
    }
    return table;
  }

  /** Whether the ID's first 21 bits are those its address and last byte demand. */
  public static boolean conforms(Key id, Endpoint endpoint) {
    return (prefix(endpoint, id.low()) ^ (int) (id.high() >>> 32)) >>> (32 - TIED_BITS) == 0;
  }

  /** The 32 bits of which an ID whose last byte is {@code chosen} must begin with the first 21. */
  static int prefix(Endpoint endpoint, int chosen) {
    int crc = -1;
    if (endpoint.isIpv4()) {
      int masked = endpoint.ipv4() & MASK_V4 | (chosen & 7) << 29;
      for (int shift = 24; shift >= 0; shift -= 8) {
        crc = next(crc, masked >>> shift);
      }
    } else {
      long masked = endpoint.high() & MASK_V6 | (long) (chosen & 7) << 61;
      for (int shift = 56; shift >= 0; shift -= 8) {
        crc = next(crc, (int) (masked >>> shift));
      }
    }
    return ~crc;
  }

  private static int next(int crc, int octet) {
    return crc >>> 8 ^ CRC32C[(crc ^ octet) & 0xFF];
  }
}
