package org.orbweaver.lab.node;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.mainline.Bootstrap;
import org.orbweaver.mainline.DhtClient;
import org.orbweaver.mainline.Family;
import org.orbweaver.mainline.MainlineNode;
import org.orbweaver.mainline.MainlineSettings;
import org.orbweaver.mainline.NodeState;
import org.orbweaver.mainline.TrafficObserver;
import org.orbweaver.sim.net.VirtualClock;
import org.orbweaver.sim.net.VirtualNetwork;
import org.orbweaver.sim.world.Dht;
import org.orbweaver.sim.world.World;
import org.orbweaver.sim.world.WorldGround;
import org.orbweaver.sim.world.WorldLinks;

/**
 * The node that runs on the Internet, here in virtual time among the nodes of a synthetic DHT. It
 * starts with nothing but four addresses to ask, and joins by its own means while time passes.
 */
final class NodeInWorld {
  /** 15 November 2026. */
  static final long EPOCH = 1_794_700_800_000_000_000L;

  private static final int INTRODUCERS = 4;

  private final VirtualClock clock = new VirtualClock(EPOCH);
  private final VirtualNetwork network;
  private final World world;
  private final MainlineNode node;

  NodeInWorld(
      WorldGround ground,
      List<Contact> homes,
      MainlineSettings settings,
      TrafficObserver observer,
      long seed) {
    Random random = new Random(seed);
    WorldLinks links = new WorldLinks(ground.ipv4(), ground.options().faults());
    network = new VirtualNetwork(clock, links, random);
    world = new World(ground, network);
    List<Endpoint> addresses = homes.stream().map(Contact::endpoint).toList();
    node =
        new MainlineNode(
            EPOCH,
            settings,
            addresses,
            new Bootstrap(introducers(random), List.of()),
            new NodeState(homes, List.of()),
            observer,
            network,
            random);
    network.attachElsewhere(world);
    network.attach(node, addresses);
  }

  private List<Endpoint> introducers(Random random) {
    List<Endpoint> live = new ArrayList<>();
    while (live.size() < INTRODUCERS) {
      int index = random.nextInt(dht().population().size());
      if (dht().liveness().live(index, EPOCH)) {
        live.add(dht().population().endpoint(index));
      }
    }
    return live;
  }

  VirtualClock clock() {
    return clock;
  }

  VirtualNetwork network() {
    return network;
  }

  MainlineNode node() {
    return node;
  }

  World world() {
    return world;
  }

  Dht dht() {
    return world.ipv4();
  }

  DhtClient client() {
    return node.client(Family.IPV4).orElseThrow();
  }

  void live(Duration time) {
    clock.runUntil(clock.now() + time.toNanos());
  }

  /** The IDs of the eight live nodes that really are closest to the key, closest first. */
  List<Key> closestLive(Key target) {
    int[] closest = new int[8];
    int count = dht().closest().live(target.high(), clock.now(), closest);
    List<Key> ids = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ids.add(dht().population().key(closest[i]));
    }
    return ids;
  }
}
