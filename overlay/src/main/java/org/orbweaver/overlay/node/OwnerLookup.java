package org.orbweaver.overlay.node;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Set;
import java.util.function.ObjIntConsumer;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.membership.MembershipView;
import org.orbweaver.overlay.membership.Peer;
import org.orbweaver.overlay.rpc.Rpc;
import org.orbweaver.overlay.rpc.RpcMessage;

/**
 * Finds the closest peer to a key that answers: FIND_NODE to the closest known, and while they are
 * silent to the next; whoever answers may name closer ones. Usually the first answers.
 */
final class OwnerLookup {
  private static final Rpc.Patience ONCE = new Rpc.Patience(1_000_000_000L, 2);
  private static final int CANDIDATES = 32;

  private final Rpc rpc;
  private final Key key;
  private final ObjIntConsumer<Peer> found;
  private final ArrayDeque<Peer> order = new ArrayDeque<>();
  private final Set<Endpoint> known = new HashSet<>();
  private int asked;

  /**
   * @param found is told the peer and how many were asked; never, if nobody answers
   */
  OwnerLookup(Rpc rpc, MembershipView view, Key key, ObjIntConsumer<Peer> found) {
    this.rpc = rpc;
    this.key = key;
    this.found = found;
    for (Peer peer : view.closest(key, CANDIDATES)) {
      order.addLast(peer);
      known.add(peer.address());
    }
  }

  void askNext(long now) {
    Peer peer = order.pollFirst();
    if (peer == null) {
      return;
    }
    asked++;
    rpc.call(
        now,
        peer.address(),
        new RpcMessage.FindNode(key),
        ONCE,
        Replies.of((at, reply) -> answered(at, peer, reply), this::askNext));
  }

  private void answered(long now, Peer peer, RpcMessage reply) {
    if (reply instanceof RpcMessage.Nodes nodes
        && !nodes.closest().isEmpty()
        && known.add(nodes.closest().getFirst().peer().address())) {
      order.clear();
      order.addLast(nodes.closest().getFirst().peer());
      order.addLast(peer);
      askNext(now);
    } else {
      found.accept(peer, asked);
    }
  }
}
