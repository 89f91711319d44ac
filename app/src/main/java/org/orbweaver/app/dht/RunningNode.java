package org.orbweaver.app.dht;

import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.orbweaver.app.NodeLoop;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.mainline.Bootstrap;
import org.orbweaver.mainline.DhtClient;
import org.orbweaver.mainline.Family;
import org.orbweaver.mainline.MainlineNode;
import org.orbweaver.mainline.MainlineSettings;
import org.orbweaver.mainline.NodeState;
import org.orbweaver.mainline.TrafficObserver;
import org.orbweaver.udp.Home;
import org.orbweaver.udp.MonotonicClock;
import org.orbweaver.udp.UdpSettings;
import org.orbweaver.udp.UdpSockets;

/** A Mainline node on real sockets, for callers on other threads that may wait for an outcome. */
public final class RunningNode implements AutoCloseable {
  /** Something to ask of the DHT; runs on the node's thread and completes the outcome later. */
  @FunctionalInterface
  public interface Request<T> {
    /** False if the node has too much under way. */
    boolean start(long now, DhtClient client, CompletableFuture<T> outcome);
  }

  /** The node's thread has only short work; one that does not come to it for so long has died. */
  private static final Duration LOOK_PATIENCE = Duration.ofSeconds(10);

  private final NodeLoop<MainlineNode> loop;
  private final List<Endpoint> homes;
  private final StateFile file;

  private RunningNode(NodeLoop<MainlineNode> loop, List<Endpoint> homes, StateFile file) {
    this.loop = loop;
    this.homes = homes;
    this.file = file;
  }

  /**
   * Binds the homes and begins to join the network.
   *
   * @throws IOException if the state cannot be read or an address cannot be bound
   */
  public static RunningNode start(
      MainlineSettings settings, List<Endpoint> homes, Bootstrap bootstrap, StateFile file)
      throws IOException {
    NodeState saved = file.load();
    UdpSockets sockets = UdpSockets.open(UdpSettings.of(homes.stream().map(Home::at).toList()));
    MainlineNode node =
        new MainlineNode(
            MonotonicClock.now(),
            settings,
            sockets.homes(),
            bootstrap,
            saved,
            TrafficObserver.NONE,
            sockets,
            new SecureRandom());
    NodeLoop<MainlineNode> loop = new NodeLoop<>("the node", LOOK_PATIENCE);
    loop.start(sockets, node, node);
    return new RunningNode(loop, sockets.homes(), file);
  }

  public List<Endpoint> homes() {
    return homes;
  }

  /** Asks the DHT of that family and waits for the outcome. */
  public <T> T ask(Family family, Duration patience, Request<T> request) {
    return loop.ask(
        patience,
        (node, outcome) -> {
          DhtClient client = node.client(family).orElseThrow();
          if (!request.start(MonotonicClock.now(), client, outcome)) {
            outcome.completeExceptionally(new IllegalStateException("the node is too busy"));
          }
        });
  }

  /** Reads something off the node, on its thread. */
  public <T> T look(Function<MainlineNode, T> view) {
    return loop.look(view);
  }

  /**
   * Waits until the node knows enough others to look things up, or knows as many as there are.
   *
   * @return false if nobody answered in that time
   */
  public boolean awaitJoined(Duration patience) throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (System.nanoTime() < deadline) {
      boolean settled =
          look(
              it ->
                  it.metrics().sizes().ipv4Contacts() + it.metrics().sizes().ipv6Contacts() > 0
                      && it.metrics().sizes().runningLookups() == 0);
      if (settled) {
        return true;
      }
      Thread.sleep(20);
    }
    return look(it -> !it.state().contacts().isEmpty());
  }

  /** Keeps what the node has learnt so far. */
  public void save() throws IOException {
    NodeState state = look(MainlineNode::state);
    if (!state.contacts().isEmpty()) {
      file.save(state);
    }
  }

  /** Keeps what the node has learnt, and stops it. */
  @Override
  public void close() throws IOException {
    try (loop) {
      save();
    }
  }
}
