package org.orbweaver.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.orbweaver.demo.DhtDemo;
import org.orbweaver.shell.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code orb demo}: a node of ours finds its way in a synthetic DHT on loopback. */
@Command(
    name = "demo",
    description =
        "See a node join a synthetic DHT, look up a torrent and estimate the DHT's size, offline.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  orb demo"})
final class DemoCommand implements Callable<Integer> {
  @Mixin private Output output;

  @Option(
      names = "--nodes",
      defaultValue = "100000",
      description = "Size of the demonstration's DHT (${DEFAULT-VALUE}).")
  private int nodes;

  @SuppressWarnings("NullAway.Init") // picocli injects the mixin
  DemoCommand() {}

  private final class Screen implements DhtDemo.Narrator {
    @Override
    public void say(String line) {
      if (!output.json()) {
        PrintWriter out = output.out();
        out.println(line);
        out.flush();
      }
    }

    @Override
    public void wentWrong(String what) {
      output.err().println("orb: " + what);
    }
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Screen screen = new Screen();
    DhtDemo.Report report = new DhtDemo(nodes, screen).run();
    if (output.json()) {
      output.print(report);
    }
    screen.say("");
    screen.say("Next: orb dht --help for the real network, orb lab --list for the experiments.");
    return 0;
  }
}
