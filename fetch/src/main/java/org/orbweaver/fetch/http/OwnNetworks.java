package org.orbweaver.fetch.http;

import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The subnets of this machine's interfaces. Their addresses may be global, and still be behind the
 * firewall that we are behind too: a stranger who knows one of our addresses could have us fetch
 * our neighbours' pages and read them from us.
 *
 * <p>Interfaces come and go: they are asked anew after half a minute. Should the system not tell,
 * what it told before holds.
 */
final class OwnNetworks {
  private static final long FRESH = TimeUnit.SECONDS.toNanos(30);

  private volatile Reading last = new Reading(List.of(), System.nanoTime() - 2 * FRESH);

  private record Reading(List<AddressBlock> blocks, long at) {}

  List<AddressBlock> blocks() {
    Reading known = last;
    long now = System.nanoTime();
    if (now - known.at() > FRESH) {
      known = new Reading(read(known.blocks()), now);
      last = known;
    }
    return known.blocks();
  }

  private static List<AddressBlock> read(List<AddressBlock> otherwise) {
    try {
      List<AddressBlock> found = new ArrayList<>();
      for (NetworkInterface each : Collections.list(NetworkInterface.getNetworkInterfaces())) {
        for (InterfaceAddress address : each.getInterfaceAddresses()) {
          found.add(AddressBlock.around(address.getAddress(), address.getNetworkPrefixLength()));
        }
      }
      return List.copyOf(found);
    } catch (SocketException e) {
      return otherwise;
    }
  }
}
