package org.orbweaver.app.index;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.List;

/**
 * The addresses to which the indexer keeps, such as those of a VPN's interface.
 *
 * @param addresses empty for all of them
 */
public record LocalAddresses(List<InetAddress> addresses) {
  private static final int PORT = 6881;

  /** Wherever the system sends. */
  public static final LocalAddresses ANY = new LocalAddresses(List.of());

  public LocalAddresses {
    addresses = List.copyOf(addresses);
  }

  /** Where the node's homes are. */
  public List<String> homes() throws SocketException {
    if (addresses.isEmpty()) {
      String ipv4 = "0.0.0.0:" + PORT;
      return hasGlobalIpv6() ? List.of(ipv4, "[::]:" + PORT) : List.of(ipv4);
    }
    return addresses.stream()
        .map(
            address ->
                address instanceof Inet4Address
                    ? address.getHostAddress() + ":" + PORT
                    : "[" + address.getHostAddress() + "]:" + PORT)
        .toList();
  }

  /** Addresses from 2000::/3, the only ones that the world can reach. */
  private static boolean hasGlobalIpv6() throws SocketException {
    return NetworkInterface.networkInterfaces()
        .flatMap(NetworkInterface::inetAddresses)
        .anyMatch(a -> a instanceof Inet6Address && (a.getAddress()[0] & 0xE0) == 0x20);
  }

  /** By the name of an interface, or by an address; whoever has none says so in a sentence. */
  public static LocalAddresses of(String text) throws IOException {
    NetworkInterface named = NetworkInterface.getByName(text);
    List<InetAddress> addresses =
        named == null
            ? List.of(address(text))
            : named.inetAddresses().filter(address -> !address.isLinkLocalAddress()).toList();
    if (addresses.isEmpty()) {
      throw new IOException("the interface " + text + " has no address; is it up?");
    }
    return new LocalAddresses(addresses);
  }

  private static InetAddress address(String text) throws IOException {
    try {
      return InetAddress.getByName(text);
    } catch (UnknownHostException e) {
      throw new IOException("no interface and no address here is called " + text, e);
    }
  }
}
