package org.orbweaver.interop;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A network of the test's own, with no way out: all addresses of one /16 are on its loopback
 * device. So programs that refuse 127.0.0.0/8, or treat it in a special way, can be tested. No
 * privilege is needed: in its own user namespace anybody may.
 */
final class NetworkNamespace implements Place {
  private final String network;
  private final ForeignProgram holder;

  private NetworkNamespace(String network, ForeignProgram holder) {
    this.network = network;
    this.holder = holder;
  }

  /** Private addresses, as behind a router. */
  static NetworkNamespace withPrivateAddresses() throws IOException, InterruptedException {
    return of("10.77");
  }

  /**
   * Addresses that are public elsewhere: no range set aside for tests will do, since programs, ours
   * too, know them all (libtorrent even the "dark" ones, such as 11.0.0.0/8). Nothing leaves this
   * network.
   */
  static NetworkNamespace withPublicAddresses() throws IOException, InterruptedException {
    return of("93.77");
  }

  private static NetworkNamespace of(String network) throws IOException, InterruptedException {
    String setUp = "ip link set lo up && ip route add local " + network + ".0.0/16 dev lo";
    // It lasts until its input ends, at the latest with this program.
    String hold = " && echo ready && exec cat";
    ForeignProgram holder =
        ForeignProgram.start(List.of("unshare", "-Urn", "sh", "-c", setUp + hold));
    holder.awaitLine("ready", Duration.ofSeconds(60));
    return new NetworkNamespace(network, holder);
  }

  @Override
  public String address(int number) {
    return network + "." + number + ".1";
  }

  @Override
  public List<String> command(List<String> command) {
    List<String> inside =
        new ArrayList<>(
            List.of(
                "nsenter",
                "--target=" + holder.pid(),
                "--user",
                "--net",
                "--preserve-credentials",
                "--"));
    inside.addAll(command);
    return inside;
  }

  @Override
  public void close() {
    holder.close();
  }
}
