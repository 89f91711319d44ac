package org.orbweaver.cli.index;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * The addresses to which the indexer keeps, such as those of a VPN's interface.
 *
 * @param addresses empty for all of them
 */
record LocalAddresses(List<InetAddress> addresses) {
  private static final int PORT = 6881;

  /** Wherever the system sends. */
  static final LocalAddresses ANY = new LocalAddresses(List.of());

  LocalAddresses {
    addresses = List.copyOf(addresses);
  }

  /** Where the node's homes are. */
  List<String> homes() throws SocketException {
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

  /** Reads the name of an interface, or an address. */
  static final class Reader implements ITypeConverter<LocalAddresses> {
    @Override
    public LocalAddresses convert(String text) throws SocketException {
      NetworkInterface named = NetworkInterface.getByName(text);
      List<InetAddress> addresses =
          named == null
              ? List.of(address(text))
              : named.inetAddresses().filter(address -> !address.isLinkLocalAddress()).toList();
      if (addresses.isEmpty()) {
        throw new TypeConversionException("the interface " + text + " has no address; is it up?");
      }
      return new LocalAddresses(addresses);
    }

    private static InetAddress address(String text) {
      try {
        return InetAddress.getByName(text);
      } catch (UnknownHostException e) {
        throw new TypeConversionException("no interface and no address here is called " + text);
      }
    }
  }
}
