package org.orbweaver.cli.swarm;

import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.SocketException;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;

/** Where a peer lives unless it is told: the address by which others know it. */
final class PeerPlace {
  private static final int USUAL_PORT = 7117;

  /** TEST-NET-1: nothing is sent there, but the system tells which address it would send from. */
  private static final String SOMEWHERE = "192.0.2.1";

  private PeerPlace() {}

  static Endpoint address(@Nullable Endpoint given) {
    if (given != null) {
      return given;
    }
    String outward = outward().getHostAddress();
    return Endpoint.parse(
        (outward.contains(":") ? "[" + outward + "]" : outward) + ":" + USUAL_PORT);
  }

  private static InetAddress outward() {
    try (DatagramSocket socket = new DatagramSocket()) {
      socket.connect(InetAddress.ofLiteral(SOMEWHERE), USUAL_PORT);
      InetAddress local = socket.getLocalAddress();
      return local.isAnyLocalAddress() ? InetAddress.ofLiteral("127.0.0.1") : local;
    } catch (SocketException | RuntimeException e) {
      return InetAddress.ofLiteral("127.0.0.1"); // no network: for peers on this machine
    }
  }
}
