package org.orbweaver.wire.krpc;

import java.util.Objects;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

/**
 * Nodes one after another as BEPs 5 and 32 pack them, read in place.
 *
 * <pre>
 *   | 20 bytes: ID | 4 or 16 bytes: address | 2 bytes: port |  next node …
 * </pre>
 *
 * <p>Bytes left over at the end are ignored: some clients cut their replies. In an IPv6 list an
 * address may be a mapped one, and its endpoint then is an IPv4 one.
 */
public final class CompactNodes {
  static final int IPV4_STRIDE = Key.BYTES + CompactEndpoint.IPV4_BYTES;
  static final int IPV6_STRIDE = Key.BYTES + CompactEndpoint.IPV6_BYTES;

  private final byte[] bytes;
  private final int offset;
  private final int size;
  private final boolean ipv4;

  private CompactNodes(byte[] bytes, int offset, int size, boolean ipv4) {
    this.bytes = bytes;
    this.offset = offset;
    this.size = size;
    this.ipv4 = ipv4;
  }

  public static CompactNodes ipv4(byte[] bytes, int offset, int length) {
    return new CompactNodes(bytes, offset, length / IPV4_STRIDE, true);
  }

  public static CompactNodes ipv6(byte[] bytes, int offset, int length) {
    return new CompactNodes(bytes, offset, length / IPV6_STRIDE, false);
  }

  public int size() {
    return size;
  }

  public Key id(int index) {
    return Key.read(bytes, start(index));
  }

  public Endpoint endpoint(int index) {
    int at = start(index) + Key.BYTES;
    return ipv4 ? CompactEndpoint.readIpv4(bytes, at) : CompactEndpoint.readIpv6(bytes, at);
  }

  public Contact contact(int index) {
    return new Contact(id(index), endpoint(index));
  }

  private int start(int index) {
    return offset + Objects.checkIndex(index, size) * (ipv4 ? IPV4_STRIDE : IPV6_STRIDE);
  }
}
