package org.orbweaver.kademlia;

import java.util.random.RandomGenerator;
import java.util.zip.CRC32C;

/**
 * BEP 42: node IDs whose first 21 bits follow from the node's IP address, so that nobody chooses
 * where in the keyspace he stands beyond the eight places each of his addresses has.
 *
 * <pre>
 *   bits 0–20                        21–23    24–151   152–159
 *   | CRC32C(masked address, r)    | random | random | a number whose last three bits are r |
 * </pre>
 */
public final class SecureId {
  private static final int MASK_V4 = 0x030F_3FFF;
  private static final long MASK_V6 = 0x0103_070F_1F3F_7FFFL;

  /** How many prefixes an address has to choose from. */
  static final int CHOICES = 8;

  /** How many leading bits of an ID its address decides. */
  public static final int SECURED_BITS = 21;

  private SecureId() {}

  /**
   * An ID for the address.
   *
   * @param number the last byte, of which three bits choose one of the eight prefixes
   */
  public static Key of(Endpoint address, int number, RandomGenerator random) {
    Key free = Key.random(random);
    Key ending = new Key(free.high(), free.middle(), (free.low() & ~0xFF) | (number & 0xFF));
    return prefix(address, number).prefixThen(SECURED_BITS, ending);
  }

  /**
   * Whether the ID is one that a node at this address may have. Addresses of private networks tell
   * nothing, so any ID conforms there.
   */
  public static boolean conforms(Key id, Endpoint address) {
    return isExempt(address) || prefix(address, id.low()).commonPrefixLength(id) >= SECURED_BITS;
  }

  /** A key whose first 21 bits are those of the address with the last three bits of the number. */
  public static Key prefix(Endpoint address, int number) {
    long r = number & 7;
    CRC32C crc = new CRC32C();
    if (address.isIpv4()) {
      update(crc, (address.ipv4() & MASK_V4) | r << 29, 4);
    } else {
      update(crc, (address.high() & MASK_V6) | r << 61, 8);
    }
    return new Key(crc.getValue() << 32, 0, 0);
  }

  private static void update(CRC32C crc, long value, int bytes) {
    for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) {
      crc.update((int) (value >>> shift) & 0xFF);
    }
  }

  private static boolean isExempt(Endpoint address) {
    if (address.isIpv4()) {
      int ip = address.ipv4();
      return ip >>> 24 == 10
          || ip >>> 24 == 127
          || ip >>> 20 == 0xAC1
          || ip >>> 16 == 0xC0A8
          || ip >>> 16 == 0xA9FE;
    }
    boolean loopback = address.high() == 0 && address.low() == 1;
    return loopback || address.high() >>> 57 == 0xFC >>> 1 || address.high() >>> 54 == 0xFE80 >>> 6;
  }
}
