package org.orbweaver.lab.wirespeed;

import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Random;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.RoutingTable;
import org.orbweaver.mainline.Bootstrap;
import org.orbweaver.mainline.Family;
import org.orbweaver.mainline.MainlineNode;
import org.orbweaver.mainline.MainlineSettings;
import org.orbweaver.mainline.NodeState;
import org.orbweaver.mainline.TrafficObserver;
import org.orbweaver.udp.Home;
import org.orbweaver.udp.MonotonicClock;
import org.orbweaver.udp.UdpEventLoop;
import org.orbweaver.udp.UdpSettings;
import org.orbweaver.udp.UdpSockets;

/**
 * The whole Mainline node as a server: tells its port and the size of its table, then answers. It
 * limits nobody, since all queries come from one address; everything else is as on the Internet,
 * but its contacts have loopback addresses, so that maintenance bothers nobody.
 */
final class NodeServer {
  private static final long SEED = 20261115;

  /**
   * The contacts are entered as having answered an hour from now, so that none grows stale, and
   * none is pinged, during the measurement.
   */
  private static final Duration AHEAD = Duration.ofHours(1);

  private NodeServer() {}

  static UdpEventLoop start() throws IOException {
    UdpSockets sockets = UdpSockets.open(UdpSettings.of(Home.at(Endpoint.parse("127.0.0.1:0"))));
    long now = MonotonicClock.now();
    MainlineNode node =
        new MainlineNode(
            now,
            MainlineSettings.PRIVATE,
            sockets.homes(),
            Bootstrap.NONE,
            NodeState.EMPTY,
            TrafficObserver.NONE,
            sockets,
            new SecureRandom());
    RoutingTable table = node.table(Family.IPV4);
    FilledTable.fill(table, now + AHEAD.toNanos(), 0x7F000000, 8, new Random(SEED));
    UdpEventLoop loop =
        UdpEventLoop.start(
            sockets,
            node,
            (sentence, cause) -> {
              System.err.println(sentence);
              cause.printStackTrace();
            });
    System.out.println(loop.homes().getFirst().port() + " " + table.size());
    return loop;
  }
}
