package org.orbweaver.fetch.http;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Addresses that share their first bits: 10.0.0.0/8, fe80::/10, or a single one. */
record AddressBlock(InetAddress first, int bits) {
  static Optional<AddressBlock> parse(String text) {
    int slash = text.indexOf('/');
    String literal = slash < 0 ? text : text.substring(0, slash);
    if (!literal.matches("[0-9.]+|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*")) {
      return Optional.empty(); // a host's name
    }
    try {
      InetAddress first = InetAddress.ofLiteral(literal);
      int whole = 8 * first.getAddress().length;
      int bits = slash < 0 ? whole : Integer.parseInt(text.substring(slash + 1));
      return bits < 0 || bits > whole
          ? Optional.empty()
          : Optional.of(new AddressBlock(first, bits));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** The network that an interface's address is in; the address alone if no length is known. */
  static AddressBlock around(InetAddress address, int bits) {
    int whole = 8 * address.getAddress().length;
    return new AddressBlock(address, bits > 0 && bits <= whole ? bits : whole);
  }

  static List<AddressBlock> all(String blocks) {
    return Arrays.stream(blocks.split(" ")).map(AddressBlock::parse).map(Optional::get).toList();
  }

  boolean contains(InetAddress address) {
    byte[] mine = first.getAddress();
    byte[] its = address.getAddress();
    if (mine.length != its.length) {
      return false;
    }
    for (int bit = 0; bit < bits; bit += 8) {
      int mask = bits - bit >= 8 ? 0xff : 0xff << (8 - (bits - bit)) & 0xff;
      if (((mine[bit / 8] ^ its[bit / 8]) & mask) != 0) {
        return false;
      }
    }
    return true;
  }
}
