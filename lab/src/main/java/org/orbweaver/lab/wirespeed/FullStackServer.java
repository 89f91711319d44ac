package org.orbweaver.lab.wirespeed;

import java.io.IOException;
import java.util.Random;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.RoutingTable;
import org.orbweaver.kademlia.TablePolicy;
import org.orbweaver.udp.Home;
import org.orbweaver.udp.UdpEventLoop;
import org.orbweaver.udp.UdpSettings;
import org.orbweaver.udp.UdpSockets;

/** Our whole stack as a server: tells its port and the size of its table, then answers. */
final class FullStackServer {
  private static final long SEED = 20261115;

  private FullStackServer() {}

  static UdpEventLoop start() throws IOException {
    RoutingTable table = new RoutingTable(TablePolicy.PUBLIC);
    FilledTable.fill(table, 0, 0, 0, new Random(SEED));
    UdpSockets sockets = UdpSockets.open(UdpSettings.of(Home.at(Endpoint.parse("127.0.0.1:0"))));
    UdpEventLoop loop =
        UdpEventLoop.start(
            sockets,
            new FindNodeResponder(sockets, table),
            (sentence, cause) -> {
              System.err.println(sentence);
              cause.printStackTrace();
            });
    System.out.println(loop.homes().getFirst().port() + " " + table.size());
    return loop;
  }
}
