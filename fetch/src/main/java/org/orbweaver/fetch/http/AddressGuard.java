package org.orbweaver.fetch.http;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The one guard of every outgoing connection. A page may link, redirect or resolve to the machine's
 * own services or its neighbours'; such targets are refused unless the operator's own list names
 * them, by host name or address block. The list is never part of a task.
 *
 * <p>Refused are IANA's special-purpose blocks and the networks this machine's interfaces are in,
 * whose addresses may be global. An address that wraps another (IPv4 in IPv6, 6to4, NAT64) counts
 * as the one it wraps; where only the network's own operator knows what it wraps (NAT64 with a
 * local prefix, Teredo), it is refused.
 */
public final class AddressGuard {
  private static final List<AddressBlock> SPECIAL =
      AddressBlock.all(
          "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24"
              + " 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24"
              + " 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 ::/96 ::ffff:0:0:0/96 64:ff9b:1::/48"
              + " 100::/63 2001::/23 2001:db8::/32 3fff::/20 5f00::/16 fc00::/7 fe80::/10 fec0::/10"
              + " ff00::/8");

  private final List<AddressBlock> allowedBlocks;
  private final List<String> allowedHosts;
  private final Supplier<List<AddressBlock>> own;

  /**
   * @param allowed host names, addresses and address blocks
   */
  public AddressGuard(List<String> allowed) {
    this(allowed, new OwnNetworks()::blocks);
  }

  AddressGuard(List<String> allowed, Supplier<List<AddressBlock>> own) {
    this.own = own;
    allowedBlocks = allowed.stream().map(AddressBlock::parse).flatMap(Optional::stream).toList();
    allowedHosts = allowed.stream().filter(each -> AddressBlock.parse(each).isEmpty()).toList();
  }

  /**
   * What an operator names as allowed.
   *
   * @throws IllegalArgumentException with a sentence, for what is neither a host's name nor a block
   */
  public static void check(String allowed) {
    if (AddressBlock.parse(allowed).isEmpty() && !allowed.matches("[^\\s/:@]+")) {
      throw new IllegalArgumentException(
          "\""
              + allowed
              + "\" cannot be allowed: write a host's name alone, or addresses as 10.0.0.0/8");
    }
  }

  /** The address as one that may be connected to, or nothing. */
  public Optional<CheckedAddress> check(String host, InetAddress address) {
    InetAddress inner = unwrapped(address);
    boolean special = anyHas(SPECIAL, inner) || anyHas(own.get(), inner);
    boolean named = allowedHosts.contains(host) || anyHas(allowedBlocks, inner);
    return special && !named ? Optional.empty() : Optional.of(new CheckedAddress(address));
  }

  private static boolean anyHas(List<AddressBlock> blocks, InetAddress address) {
    return blocks.stream().anyMatch(block -> block.contains(address));
  }

  private static InetAddress unwrapped(InetAddress address) {
    byte[] bytes = address.getAddress();
    if (!(address instanceof Inet6Address)) {
      return address;
    }
    boolean sixToFour = bytes[0] == 0x20 && bytes[1] == 0x02;
    boolean nat64 = startsWith(bytes, 0x00, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0);
    boolean mapped = startsWith(bytes, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff);
    if (!sixToFour && !nat64 && !mapped) {
      return address;
    }
    int start = sixToFour ? 2 : 12;
    try {
      return InetAddress.getByAddress(Arrays.copyOfRange(bytes, start, start + 4));
    } catch (UnknownHostException e) {
      throw new IllegalStateException("four bytes are an address", e);
    }
  }

  private static boolean startsWith(byte[] bytes, int... prefix) {
    for (int i = 0; i < prefix.length; i++) {
      if (bytes[i] != (byte) prefix[i]) {
        return false;
      }
    }
    return true;
  }
}
