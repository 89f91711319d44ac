package org.orbweaver.census.suspects;

import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.orbweaver.census.SnapshotNodes;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.SecureId;

/**
 * How many nodes, and how many strangers, each address of a snapshot has. In IPv6, where a host
 * usually has a whole /64, that counts as one address. Nodes at addresses that are not public are
 * left out: anybody can tell of them. Eight bytes a node, and eight a stranger.
 */
final class AddressBook {
  private final long[] all;
  private final long[] strangers;
  private final int shared;
  private final double conformingShare;

  AddressBook(SnapshotNodes nodes) {
    all = sorted(nodes, node -> isPublic(nodes.endpoint(node)));
    strangers = sorted(nodes, node -> isPublic(nodes.endpoint(node)) && isStranger(nodes, node));
    int sharing = 0;
    int alone = 0;
    int conforming = 0;
    for (int from = 0; from < all.length; ) {
      int end = end(all, from);
      if (end - from > 1) {
        sharing++;
      } else {
        alone++;
        conforming += count(strangers, all[from]) == 0 ? 1 : 0;
      }
      from = end;
    }
    shared = sharing;
    conformingShare = alone == 0 ? 0 : (double) conforming / alone;
  }

  /** Whether the ID has nothing to do with the address. */
  static boolean isStranger(SnapshotNodes nodes, int node) {
    return !SecureId.conforms(nodes.id(node), nodes.endpoint(node));
  }

  static boolean isPublic(Endpoint endpoint) {
    return endpoint.isGlobal();
  }

  /** Equal for endpoints at the same address. */
  static long address(Endpoint endpoint) {
    return endpoint.isIpv4() ? endpoint.low() : endpoint.high();
  }

  private static long[] sorted(SnapshotNodes nodes, IntPredicate wanted) {
    long[] addresses =
        IntStream.range(0, nodes.size())
            .parallel()
            .filter(wanted)
            .mapToLong(node -> address(nodes.endpoint(node)))
            .toArray();
    Arrays.parallelSort(addresses);
    return addresses;
  }

  /** Where the run of equal addresses ends that begins there. */
  private static int end(long[] addresses, int from) {
    int end = from + 1;
    while (end < addresses.length && addresses[end] == addresses[from]) {
      end++;
    }
    return end;
  }

  private static int count(long[] addresses, long address) {
    int found = Arrays.binarySearch(addresses, address);
    if (found < 0) {
      return 0;
    }
    int first = found;
    while (first > 0 && addresses[first - 1] == address) {
      first--;
    }
    return end(addresses, first) - first;
  }

  /** Told of every address that has at least so many nodes. */
  @FunctionalInterface
  interface Visitor {
    void visit(long address, int nodes, int strangers);
  }

  void forEachWithAtLeast(int least, Visitor visitor) {
    for (int from = 0; from < all.length; ) {
      int end = end(all, from);
      if (end - from >= least) {
        visitor.visit(all[from], end - from, count(strangers, all[from]));
      }
      from = end;
    }
  }

  int strangers() {
    return strangers.length;
  }

  int strangersAt(long address) {
    return count(strangers, address);
  }

  /** How many addresses have several nodes. */
  int sharedAddresses() {
    return shared;
  }

  /** Of the nodes that have an address to themselves, those whose ID follows from it. */
  double conformingShare() {
    return conformingShare;
  }
}
