package org.orbweaver.acceptance;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.orbweaver.kademlia.Endpoint;

/**
 * A network of its own, of loopback addresses, in which nobody can open a connection to one address
 * and port, as behind a router that lets UDP through and not TCP. Datagrams pass.
 */
final class BarredPort implements AutoCloseable {
  private final Process holder;

  BarredPort(Endpoint barred) throws IOException {
    String address = barred.toString().substring(0, barred.toString().lastIndexOf(':'));
    String setUp =
        "ip link set lo up && ip rule add pref 100 lookup local && ip rule del pref 0"
            + " && ip rule add pref 10 to %s ipproto tcp dport %d prohibit"
                .formatted(address, barred.port())
            + " && echo ready && exec cat";
    holder =
        new ProcessBuilder("unshare", "-Urn", "sh", "-c", setUp).redirectErrorStream(true).start();
    byte[] said = holder.getInputStream().readNBytes("ready".length());
    if (!new String(said, StandardCharsets.UTF_8).equals("ready")) {
      holder.destroyForcibly();
      throw new IOException("no network of its own: " + new String(said, StandardCharsets.UTF_8));
    }
  }

  /** What a program is started by to be in it. */
  List<String> within() {
    return List.of(
        "nsenter", "--target=" + holder.pid(), "--user", "--net", "--preserve-credentials", "--");
  }

  @Override
  public void close() {
    holder.destroyForcibly();
  }
}
