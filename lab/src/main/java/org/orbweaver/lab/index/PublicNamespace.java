package org.orbweaver.lab.index;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A network of the experiment's own, with no way out, in which every IPv4 address is local: there a
 * world has public addresses, and whoever visits it keeps the settings of the public network. In
 * its own user namespace anybody may make one. Linux only.
 */
final class PublicNamespace implements AutoCloseable {
  private static final String SET_UP =
      "ip link set lo up && ip route add local default dev lo && echo ready && exec cat";

  private final Process holder;

  PublicNamespace() throws IOException {
    // It lasts until its input ends, at the latest with this program.
    holder = new ProcessBuilder("unshare", "-Urn", "sh", "-c", SET_UP).start();
    if (!"ready".equals(holder.inputReader(UTF_8).readLine())) {
      String problem = holder.errorReader(UTF_8).readAllAsString();
      throw new IOException("cannot make a network namespace: " + problem.strip());
    }
  }

  /** What a command must begin with to run inside. */
  List<String> entrance() {
    return new ArrayList<>(
        List.of(
            "nsenter",
            "--target=" + holder.pid(),
            "--user",
            "--net",
            "--preserve-credentials",
            "--"));
  }

  @Override
  public void close() {
    holder.destroyForcibly();
  }
}
