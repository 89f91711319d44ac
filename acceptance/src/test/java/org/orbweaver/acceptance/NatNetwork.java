package org.orbweaver.acceptance;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Two networks of the test's own, with no way out: one with addresses that are public elsewhere,
 * and behind a NAT that lets nobody in one machine with a private address. No privilege is needed:
 * in its own user namespace anybody may. The NAT is the kernel's.
 */
final class NatNetwork implements AutoCloseable {
  static final String PUBLIC = "93.97.0.";
  static final String NAT = "93.97.1.9";
  static final String PRIVATE = "10.97.0.2";

  private static final String HOLD = "ip link set lo up && echo ready && exec cat";

  private final Process outside;
  private final Process inside;

  NatNetwork(int publicAddresses) throws IOException, InterruptedException {
    outside = holder(List.of("unshare", "-Urn", "sh", "-c", HOLD));
    inside = holder(within(outside, List.of("unshare", "-n", "sh", "-c", HOLD)));
    StringBuilder setUp =
        new StringBuilder("ip link add out type veth peer name in netns " + inside.pid());
    for (int number = 1; number <= publicAddresses; number++) {
      setUp.append(" && ip addr add ").append(PUBLIC).append(number).append("/16 dev out");
    }
    run(within(outside, List.of("sh", "-c", setUp + " && ip link set out up")));
    run(
        within(
            inside,
            List.of(
                "sh",
                "-c",
                """
                ip addr add %s/32 dev lo && ip addr add %s/16 dev in && ip link set in up &&
                nft add table ip nat &&
                nft 'add chain ip nat leaving { type nat hook postrouting priority 100 ; }' &&
                nft 'add rule ip nat leaving oifname "in" masquerade random' &&
                nft add table ip wall &&
                nft 'add chain ip wall coming { type filter hook input priority 0 ; }' &&
                nft 'add rule ip wall coming iifname "in" ct state established accept' &&
                nft 'add rule ip wall coming iifname "in" drop'
                """
                    .formatted(PRIVATE, NAT))));
  }

  /** What starts a program among the public addresses. */
  List<String> outside() {
    return within(outside, List.of());
  }

  /** What starts a program behind the NAT. */
  List<String> inside() {
    return within(inside, List.of());
  }

  private static List<String> within(Process holder, List<String> command) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "nsenter",
                "--target=" + holder.pid(),
                "--user",
                "--net",
                "--preserve-credentials",
                "--"));
    all.addAll(command);
    return all;
  }

  /** Behind the NAT there is a machine of its own at that public address: what is there lies. */
  void shadow(String address) throws IOException, InterruptedException {
    run(within(inside, List.of("ip", "addr", "add", address + "/32", "dev", "lo")));
  }

  /** It lasts until its input ends, at the latest with this program. */
  private static Process holder(List<String> command) throws IOException {
    Process holder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    BufferedReader said = holder.inputReader(StandardCharsets.UTF_8);
    if (!"ready".equals(said.readLine())) {
      throw new IOException("no namespace by " + String.join(" ", command));
    }
    return holder;
  }

  /** Runs it to its end; returns what it says. */
  static String run(List<String> command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(String.join(" ", command) + " says: " + said);
    }
    return said;
  }

  @Override
  public void close() {
    inside.destroyForcibly();
    outside.destroyForcibly();
  }
}
