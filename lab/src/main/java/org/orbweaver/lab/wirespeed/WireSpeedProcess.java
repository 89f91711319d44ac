package org.orbweaver.lab.wirespeed;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import org.orbweaver.sim.world.loopback.LoopbackWorld;
import org.orbweaver.udp.UdpEventLoop;

/** What the experiment's child processes start with; each ends when its standard input does. */
public final class WireSpeedProcess {
  private WireSpeedProcess() {}

  /**
   * Plays {@code full}, {@code node}, {@code bare REPLYBYTES} or {@code load}; for the world's
   * speed, {@code world NODES SEED}, {@code wildcard QUERYBYTES REPLYBYTES} or {@code visitor NODES
   * SEED PORT} or {@code census NODES SEED PORT}.
   */
  public static void main(String[] role) throws IOException, InterruptedException {
    BufferedReader input = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    switch (role[0]) {
      case "full" -> {
        try (UdpEventLoop _ = FullStackServer.start()) {
          awaitEnd(input);
        }
      }
      case "node" -> {
        try (UdpEventLoop _ = NodeServer.start()) {
          awaitEnd(input);
        }
      }
      case "bare" -> {
        Thread.ofPlatform().daemon().start(() -> exitAtEnd(input));
        BareServer.run(Integer.parseInt(role[1]));
      }
      case "load" -> LoadGenerator.run(input);
      case "world" -> {
        try (LoopbackWorld _ = WorldServer.start(number(role[1]), number(role[2]))) {
          awaitEnd(input);
        }
      }
      case "wildcard" -> {
        Thread.ofPlatform().daemon().start(() -> exitAtEnd(input));
        BareWildcardServer.run(number(role[1]), number(role[2]));
      }
      case "visitor" -> WorldVisitor.run(input, number(role[1]), number(role[2]), number(role[3]));
      case "census" -> CensusVisitor.run(input, number(role[1]), number(role[2]), number(role[3]));
      default -> throw new IllegalArgumentException("no such role: " + role[0]);
    }
  }

  private static int number(String argument) {
    return Integer.parseInt(argument);
  }

  private static void exitAtEnd(BufferedReader input) {
    try {
      awaitEnd(input);
      System.exit(0);
    } catch (IOException e) {
      System.exit(1);
    }
  }

  private static void awaitEnd(BufferedReader input) throws IOException {
    while (input.readLine() != null) {}
  }
}
