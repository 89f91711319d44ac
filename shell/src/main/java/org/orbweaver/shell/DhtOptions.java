package org.orbweaver.shell;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.dht.DhtSetup;
import org.orbweaver.app.dht.RunningNode;
import org.orbweaver.app.dht.StateFile;
import org.orbweaver.app.task.PeerTools;
import org.orbweaver.mainline.MainlineSettings;
import picocli.CommandLine.Option;

/** How a command's own node joins the DHT. */
public final class DhtOptions {
  private static final Duration JOIN_PATIENCE = Duration.ofSeconds(20);
  private static final int USUAL_PORT = 6881;

  @Option(
      names = "--bootstrap",
      paramLabel = "HOST:PORT",
      split = ",",
      description = "Nodes to join through; the well-known routers by default.")
  private List<String> bootstrap = List.of();

  @Option(
      names = "--listen",
      paramLabel = "IP:PORT",
      split = ",",
      description = {
        "Local addresses, each a home with an ID of its own; 0.0.0.0 by default.",
        "On loopback the limits of the public network are off."
      })
  private List<String> listen = List.of();

  @Option(
      names = "--private",
      description = "The network is our own: private addresses and many nodes on one are fine.")
  private boolean privateNetwork;

  @Option(
      names = "--state",
      paramLabel = "FILE",
      description = {
        "Where IDs and known nodes are kept between runs; on the public network",
        "~/.local/share/orbweaver/dht.state by default."
      })
  private @Nullable Path state;

  @Option(
      names = "--patience",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description = "How long to wait for an outcome (${DEFAULT-VALUE}).")
  private int patience;

  public Duration patience() {
    return Duration.ofSeconds(patience);
  }

  /** A node that only asks (BEP 43) and may be asked of nobody yet. */
  public RunningNode startToAsk() throws IOException {
    return start(0, true);
  }

  /** A node that only asks, and has found its way into the network. */
  public RunningNode joinToAsk() throws IOException, InterruptedException {
    RunningNode node = startToAsk();
    if (!node.awaitJoined(JOIN_PATIENCE)) {
      node.close();
      throw new IOException(
          "no node of the DHT answered within %d s; check the network, or name reachable nodes with --bootstrap"
              .formatted(JOIN_PATIENCE.toSeconds()));
    }
    return node;
  }

  /** A node that takes part; it joins while it runs. */
  public RunningNode startToServe() throws IOException {
    return start(USUAL_PORT, false);
  }

  private RunningNode start(int port, boolean readOnly) throws IOException {
    DhtSetup place = place(List.of("0.0.0.0:" + port));
    MainlineSettings settings = place.settings();
    return RunningNode.start(
        readOnly ? settings.asReadOnly() : settings,
        place.homes(),
        place.bootstrap(),
        place.state());
  }

  /**
   * Where a node is to live and how it gets in.
   *
   * @param unlessTold the local addresses if none were named
   */
  public DhtSetup place(List<String> unlessTold) throws IOException {
    return DhtSetup.at(listen.isEmpty() ? unlessTold : listen, bootstrap, privateNetwork, state);
  }

  /** As {@code --listen} says, but at any port, for tasks of several kinds that go on at once. */
  public PeerTools.Dht anywhere() {
    return new PeerTools.Dht() {
      @Override
      public DhtSetup setup() throws IOException {
        DhtSetup named = place(List.of("0.0.0.0:0"));
        return new DhtSetup(
            named.settings(),
            named.homes().stream().map(home -> home.withPort(0)).toList(),
            named.bootstrap(),
            StateFile.NONE,
            named.ours());
      }

      @Override
      public Duration patience() {
        return DhtOptions.this.patience();
      }
    };
  }
}
