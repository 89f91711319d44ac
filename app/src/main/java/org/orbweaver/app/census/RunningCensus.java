package org.orbweaver.app.census;

import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.orbweaver.app.Sentence;
import org.orbweaver.census.journal.CrawlState;
import org.orbweaver.census.net.CensusNode;
import org.orbweaver.census.net.CensusSettings;
import org.orbweaver.census.net.InfohashListener;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.udp.Home;
import org.orbweaver.udp.MonotonicClock;
import org.orbweaver.udp.UdpEventLoop;
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
  private final UdpEventLoop loop;

  private RunningCensus(CensusNode node, UdpEventLoop loop) {
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
    return new RunningCensus(
        node,
        UdpEventLoop.start(
            sockets, node, (sentence, cause) -> System.err.println("orb: " + sentence)));
  }

  /** Reads something off the census, on its thread. */
  <T> T look(Function<CensusNode, T> view) throws IOException, InterruptedException {
    CompletableFuture<T> seen = new CompletableFuture<>();
    if (!loop.execute(() -> seen.complete(view.apply(node)))) {
      throw new IOException("the census has stopped");
    }
    try {
      return seen.get(LOOK_PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new IOException(Sentence.of(e.getCause() == null ? e : e.getCause()), e);
    } catch (TimeoutException e) {
      throw new IOException("the census does not come to an end with its work", e);
    }
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
