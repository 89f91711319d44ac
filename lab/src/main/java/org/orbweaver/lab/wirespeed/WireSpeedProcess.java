package org.orbweaver.lab.wirespeed;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import org.orbweaver.udp.UdpEventLoop;

/** What the experiment's child processes start with; each ends when its standard input does. */
public final class WireSpeedProcess {
  private WireSpeedProcess() {}

  /** Plays {@code full}, {@code bare REPLYBYTES} or {@code load}. */
  public static void main(String[] role) throws IOException, InterruptedException {
    BufferedReader input = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    switch (role[0]) {
      case "full" -> {
        try (UdpEventLoop _ = FullStackServer.start()) {
          awaitEnd(input);
        }
      }
      case "bare" -> {
        Thread.ofPlatform().daemon().start(() -> exitAtEnd(input));
        BareServer.run(Integer.parseInt(role[1]));
      }
      case "load" -> LoadGenerator.run(input);
      default -> throw new IllegalArgumentException("no such role: " + role[0]);
    }
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
