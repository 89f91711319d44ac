package org.orbweaver.lab.index;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.lab.node.IdChoice;
import org.orbweaver.mainline.Bootstrap;
import org.orbweaver.mainline.Family;
import org.orbweaver.mainline.MainlineNode;
import org.orbweaver.mainline.MainlineSettings;
import org.orbweaver.mainline.NodeState;
import org.orbweaver.mainline.TrafficObserver;
import org.orbweaver.sim.net.VirtualClock;
import org.orbweaver.sim.net.VirtualNetwork;
import org.orbweaver.sim.world.World;
import org.orbweaver.sim.world.WorldGround;
import org.orbweaver.sim.world.WorldLinks;

/**
 * What an ordinary client asks of others, as the measure of an indexer's load on them (indexer
 * paper §4: 10 to 20 times as much): one home, five torrents, each announced every quarter of an
 * hour.
 */
final class NormalClient {
  private static final int TORRENTS = 5;
  private static final Duration JOINING = Duration.ofMinutes(10);
  private static final Duration ANNOUNCES = Duration.ofMinutes(15);

  private NormalClient() {}

  /** Queries sent in a second, once it is at home in the DHT. */
  static double queriesPerSecond(WorldGround ground, long seed) {
    Random random = new Random(seed);
    VirtualClock clock = new VirtualClock(IndexerInWorld.EPOCH);
    VirtualNetwork network =
        new VirtualNetwork(clock, new WorldLinks(ground.ipv4(), ground.options().faults()), random);
    World world = new World(ground, network);
    // The last of many addresses, which no home of an indexer has.
    Contact home = IdChoice.RANDOM.homes(1_000, random).getLast();
    List<Endpoint> introducers = new ArrayList<>();
    for (int node = 0; introducers.size() < 4; node++) {
      if (world.ipv4().liveness().live(node, clock.now())) {
        introducers.add(ground.ipv4().endpoint(node));
      }
    }
    MainlineNode client =
        new MainlineNode(
            clock.now(),
            MainlineSettings.PUBLIC,
            List.of(home.endpoint()),
            new Bootstrap(introducers, List.of()),
            new NodeState(List.of(home), List.of()),
            TrafficObserver.NONE,
            network,
            random);
    network.attachElsewhere(world);
    network.attach(client, List.of(home.endpoint()));
    clock.runUntil(clock.now() + JOINING.toNanos());
    long before = client.metrics().queriesSent();
    for (int i = 0; i < TORRENTS; i++) {
      int torrent = random.nextInt(ground.catalogue().size());
      network.execute(
          client,
          () ->
              client
                  .client(Family.IPV4)
                  .orElseThrow()
                  .announce(
                      clock.now(),
                      ground.catalogue().infohash(torrent),
                      home.endpoint().port(),
                      false,
                      result -> {}));
    }
    clock.runUntil(clock.now() + ANNOUNCES.toNanos());
    return (client.metrics().queriesSent() - before) / (double) ANNOUNCES.toSeconds();
  }
}
