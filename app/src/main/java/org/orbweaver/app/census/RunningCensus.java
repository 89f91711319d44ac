package org.orbweaver.app.census;

import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.orbweaver.app.NodeLoop;
import org.orbweaver.census.journal.CrawlState;
import org.orbweaver.census.net.CensusNode;
import org.orbweaver.census.net.CensusSettings;
import org.orbweaver.census.net.InfohashListener;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.udp.Home;
import org.orbweaver.udp.MonotonicClock;
import org.orbweaver.udp.UdpSettings;
import org.orbweaver.udp.UdpSockets;

/** A census on real sockets; only {@link #look} may touch it while it runs. */
public final class RunningCensus implements AutoCloseable {
  /** At the end a strategy may review all it knows: seconds, with many millions of nodes. */
  private static final Duration LOOK_PATIENCE = Duration.ofMinutes(1);

  /** Some nodes tell their whole table in one packet. */
  private static final int LARGEST_PACKET = 8_192;

  private static final int SEND_QUEUE = 512;

  private final CensusNode node;
  private final NodeLoop<CensusNode> loop;

  private RunningCensus(CensusNode node, NodeLoop<CensusNode> loop) {
    this.node = node;
    this.loop = loop;
  }

  public static RunningCensus start(
      CensusSettings settings,
      List<Endpoint> homes,
      List<Endpoint> bootstrap,
      CrawlState state,
      InfohashListener infohashes)
      throws IOException {
    UdpSettings usual = UdpSettings.of(homes.stream().map(Home::at).toList());
    UdpSockets sockets =
        UdpSockets.open(
            new UdpSettings(
                usual.homes(),
                usual.transport(),
                LARGEST_PACKET,
                SEND_QUEUE,
                usual.inbox(),
                usual.socketBuffer()));
    CensusNode node =
        new CensusNode(
            MonotonicClock.now(),
            settings,
            sockets.homes(),
            bootstrap,
            state,
            infohashes,
            sockets,
            // A seed nobody can guess is enough: whoever sees a packet can answer it anyway.
            new SplittableRandom(new SecureRandom().nextLong()));
    NodeLoop<CensusNode> loop = new NodeLoop<>("the census", LOOK_PATIENCE);
    loop.start(sockets, node, node);
    return new RunningCensus(node, loop);
  }

  /** Reads something off the census, on its thread. */
  public <T> T look(Function<CensusNode, T> view) {
    return loop.look(view);
  }

  /** Stops it; the node may then be read from this thread. */
  public CensusNode stop() {
    loop.close();
    return node;
  }

  @Override
  public void close() {
    loop.close();
  }
}
