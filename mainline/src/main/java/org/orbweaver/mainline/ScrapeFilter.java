package org.orbweaver.mainline;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.wire.bencode.Bytes;

/**
 * The Bloom filter of BEP 33: 2048 bits, two of them per IP address. Nodes near an infohash each
 * hold some of its swarm; the union of their filters counts every address once.
 *
 * <p>The estimate breaks down near 8,000 addresses, where most bits are set.
 */
public final class ScrapeFilter {
  public static final int BYTES = 256;
  static final int BITS = BYTES * 8;

  private static final double LOG_ONE_BIT_MISSED = 2 * Math.log1p(-1.0 / BITS);

  private final byte[] bits = new byte[BYTES];
  private final Bytes view = Bytes.of(bits);

  public ScrapeFilter() {}

  /** The filter that 256 bytes hold. */
  public static ScrapeFilter of(Bytes bytes) {
    ScrapeFilter filter = new ScrapeFilter();
    bytes.copyTo(filter.bits, 0);
    return filter;
  }

  /** A view of the filter, which changes with it. */
  public Bytes bytes() {
    return view;
  }

  void clear() {
    Arrays.fill(bits, (byte) 0);
  }

  /** Sets the two bits of an address, as {@link AddressHash#bitsOf} gives them. */
  void add(int addressBits) {
    set(addressBits & 0xFFFF);
    set(addressBits >>> 16);
  }

  private void set(int index) {
    bits[index >>> 3] |= (byte) (1 << (index & 7));
  }

  void add(AddressHash hash, Endpoint peer) {
    add(hash.bitsOf(peer.high(), peer.low()));
  }

  /** False if the address was certainly never added. */
  boolean mayContain(int addressBits) {
    return isSet(addressBits & 0xFFFF) && isSet(addressBits >>> 16);
  }

  private boolean isSet(int index) {
    return (bits[index >>> 3] >>> (index & 7) & 1) != 0;
  }

  /** Takes in what the other filter holds. */
  public void merge(ScrapeFilter other) {
    for (int i = 0; i < BYTES; i++) {
      bits[i] |= other.bits[i];
    }
  }

  /** How many different addresses were added, about. */
  public double estimate() {
    int set = 0;
    for (byte eight : bits) {
      set += Integer.bitCount(eight & 0xFF);
    }
    // The BEP: c = min(m - 1, zero bits), so that an empty filter gives a whisker above zero; we
    // say zero. A full filter would give infinity: count as if one bit were still free.
    int zeros = Math.max(1, BITS - set);
    return Math.log((double) zeros / BITS) / LOG_ONE_BIT_MISSED;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ScrapeFilter filter && Arrays.equals(bits, filter.bits);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bits);
  }
}
