package org.orbweaver.census.suspects;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import org.orbweaver.census.SnapshotNodes;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

/**
 * Looks for many IDs at one address (Splider, section V.C.1). The paper calls every address with
 * more than a hundred suspicious; that is counted, but today a carrier's NAT has hundreds of honest
 * customers behind one address, each at his own port. What tells them from an attack is what their
 * IDs have to do with the address. Most clients choose IDs by BEP 42, and do so behind a NAT too;
 * sybils that are to stand all over the keyspace cannot. So the strangers among an address' IDs are
 * compared with their share among nodes that have an address to themselves, and the p-value is
 * corrected for all addresses that are shared.
 *
 * <p>An attacker who keeps to BEP 42 is not found; nor does he get more than eight places.
 */
public final class SybilDetector {
  private static final int TOP = 10;
  private static final int PAPERS_IDS = 100;

  private final SnapshotNodes snapshot;
  private final AddressBook book;
  private final double conforming;

  SybilDetector(SnapshotNodes snapshot, AddressBook book) {
    this.snapshot = snapshot;
    this.book = book;
    conforming = Math.min(0.999, book.conformingShare());
  }

  public static SybilTable examine(SnapshotNodes snapshot) {
    return new SybilDetector(snapshot, new AddressBook(snapshot)).table();
  }

  private record Count(long address, int nodes) {}

  /** What is gathered about an address worth a line. */
  private record Host(Endpoint endpoint, Set<Key> ids, Set<Key> strangers) {}

  SybilTable table() {
    Map<Long, Host> hosts = gather(worthALine());
    List<SybilSuspect> lines = new ArrayList<>();
    hosts.values().forEach(host -> lines.add(line(host)));
    lines.sort(Comparator.comparingInt(SybilSuspect::ids).reversed());
    List<SybilSuspect> suspects = new ArrayList<>(lines);
    suspects.removeIf(line -> line.pValue() >= EclipseDetector.SIGNIFICANT);
    suspects.sort(Comparator.comparingDouble(SybilSuspect::pValue));
    PrivateAddresses elsewhere = new PrivateAddresses(snapshot);
    return new SybilTable(
        suspects,
        List.copyOf(lines.subList(0, Math.min(TOP, lines.size()))),
        book.sharedAddresses(),
        book.conformingShare(),
        fewestTellingIds(),
        (int) lines.stream().filter(line -> line.ids() > PAPERS_IDS).count(),
        elsewhere.nodes(),
        elsewhere.top(TOP));
  }

  /** Suspects, addresses that the paper's rule names, and the ten with most nodes. */
  private Set<Long> worthALine() {
    Set<Long> wanted = new HashSet<>();
    PriorityQueue<Count> top = new PriorityQueue<>(Comparator.comparingInt(Count::nodes));
    book.forEachWithAtLeast(
        2,
        (address, nodes, strangers) -> {
          if (nodes > PAPERS_IDS || pValue(nodes, strangers) < EclipseDetector.SIGNIFICANT) {
            wanted.add(address);
          }
          top.add(new Count(address, nodes));
          if (top.size() > TOP) {
            top.remove();
          }
        });
    top.forEach(count -> wanted.add(count.address()));
    return wanted;
  }

  private Map<Long, Host> gather(Set<Long> wanted) {
    Map<Long, Host> hosts = new HashMap<>();
    for (int node = 0; node < snapshot.size(); node++) {
      Endpoint endpoint = snapshot.endpoint(node);
      long address = AddressBook.address(endpoint);
      if (wanted.contains(address) && AddressBook.isPublic(endpoint)) {
        Host host =
            hosts.computeIfAbsent(
                address, _ -> new Host(endpoint, new HashSet<>(), new HashSet<>()));
        host.ids().add(snapshot.id(node));
        if (AddressBook.isStranger(snapshot, node)) {
          host.strangers().add(snapshot.id(node));
        }
      }
    }
    return hosts;
  }

  private SybilSuspect line(Host host) {
    int ids = host.ids().size();
    int strangers = host.strangers().size();
    return new SybilSuspect(
        AddressText.address(host.endpoint()),
        AddressText.network(host.endpoint()),
        ids,
        strangers,
        pValue(ids, strangers));
  }

  private double pValue(int ids, int strangers) {
    double chance = Chance.binomialAtMost(ids - strangers, ids, conforming);
    return Math.min(1, book.sharedAddresses() * chance);
  }

  private int fewestTellingIds() {
    int ids = 2;
    while (ids < 65_536 && pValue(ids, ids) >= EclipseDetector.SIGNIFICANT) {
      ids++;
    }
    return ids;
  }
}
