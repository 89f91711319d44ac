package org.orbweaver.interop;

import java.io.IOException;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
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
import org.orbweaver.udp.UdpEventLoop;
import org.orbweaver.udp.UdpSettings;
import org.orbweaver.udp.UdpSockets;

/** One node of ours on a real socket, for callers that may wait. */
final class RunningNode implements AutoCloseable {
  private final MainlineNode node;
  private final Family family;
  private final UdpEventLoop loop;

  private RunningNode(MainlineNode node, Family family, UdpEventLoop loop) {
    this.node = node;
    this.family = family;
    this.loop = loop;
  }

  /** What to do with a node; it is on the node's thread, and completes the outcome at some time. */
  interface Request<T> {
    boolean start(long now, DhtClient client, CompletableFuture<T> outcome);
  }

  interface View<T> {
    T of(MainlineNode node, Family family);
  }

  static RunningNode start(MainlineSettings settings, Endpoint at, List<Endpoint> bootstrap)
      throws IOException {
    UdpSockets sockets = UdpSockets.open(UdpSettings.of(Home.at(at)));
    MainlineNode node =
        new MainlineNode(
            MonotonicClock.now(),
            settings,
            sockets.homes(),
            new Bootstrap(bootstrap, List.of()),
            NodeState.EMPTY,
            TrafficObserver.NONE,
            sockets,
            new SecureRandom());
    UdpEventLoop loop =
        UdpEventLoop.start(
            sockets,
            node,
            (sentence, cause) -> {
              System.out.println("our node: " + sentence);
              cause.printStackTrace(System.out);
            });
    return new RunningNode(node, Family.of(at), loop);
  }

  <T> T ask(Request<T> request) {
    CompletableFuture<T> outcome = new CompletableFuture<>();
    loop.execute(
        () -> {
          DhtClient client = node.client(family).orElseThrow();
          if (!request.start(MonotonicClock.now(), client, outcome)) {
            outcome.completeExceptionally(new IllegalStateException("refused"));
          }
        });
    return await(outcome);
  }

  <T> T look(View<T> view) {
    CompletableFuture<T> seen = new CompletableFuture<>();
    loop.execute(() -> seen.complete(view.of(node, family)));
    return await(seen);
  }

  private static <T> T await(CompletableFuture<T> outcome) {
    try {
      return outcome.get(30, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException("no outcome", e);
    }
  }

  @Override
  public void close() {
    loop.close();
  }
}
