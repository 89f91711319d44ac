package org.orbweaver.udp;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;

/** Finds the socket to send from. */
final class SocketsByHome {
  private final Map<Endpoint, LinuxSocket> single = new HashMap<>();
  private final List<LinuxSocket> wildcards = new ArrayList<>();
  private @Nullable LinuxSocket likely;

  void add(LinuxSocket socket) {
    if (socket.isWildcard()) {
      wildcards.add(socket);
    } else {
      single.put(socket.home(), socket);
    }
  }

  /** Most packets are replies from where the query came in: look there first. */
  void expect(LinuxSocket socket) {
    likely = socket;
  }

  @Nullable LinuxSocket owner(Endpoint local) {
    if (likely != null && likely.owns(local)) {
      return likely;
    }
    LinuxSocket socket = single.get(local);
    if (socket != null) {
      return socket;
    }
    for (LinuxSocket wildcard : wildcards) {
      if (wildcard.owns(local)) {
        return wildcard;
      }
    }
    return null;
  }
}
