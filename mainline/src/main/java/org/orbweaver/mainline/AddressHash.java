package org.orbweaver.mainline;

import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Where an IP address sets its two bits in a BEP 33 filter. Only the four or sixteen address bytes
 * go in, never the port.
 *
 * <pre>
 *   SHA-1(address):  | byte 0 | byte 1 | byte 2 | byte 3 | …
 *                     first index       second index          little-endian, modulo 2048
 * </pre>
 */
final class AddressHash {
  private static final int INDEX_MASK = ScrapeFilter.BITS - 1;

  private final MessageDigest sha1;
  private final byte[] input = new byte[16];
  private final byte[] output = new byte[20];

  AddressHash() {
    try {
      sha1 = MessageDigest.getInstance("SHA-1");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-1", e);
    }
  }

  /** Both indexes in one int: the first in the low half, the second in the high half. */
  int bitsOf(long high, long low) {
    boolean ipv4 = high == 0 && low >>> 32 == 0xFFFF;
    int length = ipv4 ? 4 : 16;
    for (int i = length - 1, shift = 0; i >= 0; i--, shift += 8) {
      input[i] = (byte) (shift < 64 ? low >>> shift : high >>> (shift - 64));
    }
    try {
      sha1.update(input, 0, length);
      sha1.digest(output, 0, output.length);
    } catch (DigestException e) {
      throw new IllegalStateException("20 bytes hold a SHA-1", e);
    }
    return index(0) | index(2) << 16;
  }

  private int index(int offset) {
    int index = (output[offset] & 0xFF) | ((output[offset + 1] & 0xFF) << 8);
    return index & INDEX_MASK;
  }
}
