package org.orbweaver.mainline;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

/** A network of our own nodes, each in its own /24, that have found each other. */
final class TinyDht {
  static final MainlineSettings SETTINGS = MainlineSettings.PUBLIC.inMiniature();

  final TinyNetwork network;
  final List<MainlineNode> nodes = new ArrayList<>();
  private final List<Endpoint> addresses = new ArrayList<>();

  TinyDht(long seed, double loss) {
    network = new TinyNetwork(seed, loss);
  }

  static TinyDht of(long seed, double loss, int size) {
    TinyDht dht = new TinyDht(seed, loss);
    for (int i = 0; i < size; i++) {
      dht.join(SETTINGS, TrafficObserver.NONE, address(i));
      dht.network.run(TinyNetwork.SECOND / 4);
    }
    dht.network.run(120 * TinyNetwork.SECOND);
    return dht;
  }

  static Endpoint address(int number) {
    return Endpoint.v4(0x0B000001 + (number << 8), 6881);
  }

  MainlineNode join(MainlineSettings settings, TrafficObserver observer, Endpoint... homes) {
    List<Endpoint> known = addresses.subList(0, Math.min(3, addresses.size()));
    return join(settings, new Bootstrap(known, List.of()), NodeState.EMPTY, observer, homes);
  }

  MainlineNode join(
      MainlineSettings settings,
      Bootstrap bootstrap,
      NodeState saved,
      TrafficObserver observer,
      Endpoint... homes) {
    MainlineNode node =
        new MainlineNode(
            network.now(),
            settings,
            List.of(homes),
            bootstrap,
            saved,
            observer,
            network,
            network.random().split());
    nodes.add(node);
    addresses.addAll(List.of(homes));
    network.attach(node, homes);
    return node;
  }

  DhtClient client(int node) {
    return client(nodes.get(node));
  }

  static DhtClient client(MainlineNode node) {
    return node.client(Family.IPV4).orElseThrow();
  }

  /** The truth: the homes of all nodes that are closest to the key. */
  List<Contact> closest(Key target, int count) {
    return nodes.stream()
        .flatMap(node -> node.homes().stream())
        .sorted(Comparator.comparing(Contact::id, target::compareDistance))
        .limit(count)
        .toList();
  }
}
