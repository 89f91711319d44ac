package org.orbweaver.app.swarm;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.NodeLoop;
import org.orbweaver.app.drive.BulkListener;
import org.orbweaver.app.drive.MemberWays;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.identity.Handshakes;
import org.orbweaver.overlay.identity.SealedPeer;
import org.orbweaver.overlay.node.OverlayNode;
import org.orbweaver.udp.MonotonicClock;

/**
 * Between the lines of a peer, which have threads of their own, and its handshakes, which belong to
 * the node's. Lines are made first, because handshakes send on them.
 */
final class SealedLines implements MemberWays.Acquaintances, BulkListener.Receiver {
  private record Peer(Endpoint home, Handshakes handshakes, SealedPeer sealed) {}

  private final NodeLoop<OverlayNode> loop;
  private volatile @Nullable Peer peer;

  SealedLines(NodeLoop<OverlayNode> loop) {
    this.loop = loop;
  }

  void serve(Endpoint home, Handshakes handshakes, SealedPeer sealed) {
    peer = new Peer(home, handshakes, sealed);
  }

  @Override
  public boolean isClient(Endpoint address) {
    Peer its = peer;
    return its != null && its.handshakes().isClient(address);
  }

  @Override
  public @Nullable Endpoint greetedBy(byte[] greeting) {
    Peer its = peer;
    try {
      return its == null
          ? null
          : loop.look(node -> Optional.ofNullable(its.handshakes().greetedBy(greeting)))
              .orElse(null);
    } catch (IllegalStateException e) {
      return null; // the peer is too busy or ends
    }
  }

  @Override
  public void callForLine(Endpoint client) {
    Peer its = peer;
    if (its != null) {
      loop.tell(node -> its.handshakes().callForLine(client));
    }
  }

  /** What this client says first on a line; null if hands were not shaken with that member. */
  byte @Nullable [] greeting(Endpoint member) {
    Peer its = peer;
    try {
      return its == null
          ? null
          : loop.look(node -> Optional.ofNullable(its.handshakes().lineGreeting(member)))
              .orElse(null);
    } catch (IllegalStateException e) {
      return null; // the peer is too busy or ends
    }
  }

  @Override
  public void received(Endpoint from, byte[] message, Runnable done) {
    loop.execute(
        () -> {
          try {
            Peer its = peer;
            if (its != null) {
              its.sealed()
                  .onPacket(MonotonicClock.now(), its.home(), from, message, message.length);
            }
          } finally {
            done.run();
          }
        });
  }
}
