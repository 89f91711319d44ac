package org.orbweaver.app.swarm;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.NodeLoop;
import org.orbweaver.app.capture.SwarmAccess;
import org.orbweaver.app.trust.SwarmTrust;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.membership.Peer;
import org.orbweaver.overlay.node.OverlayNode;
import org.orbweaver.overlay.rpc.RpcMessage;
import org.orbweaver.trust.Gate;
import org.orbweaver.udp.MonotonicClock;

/** The swarm as a running peer can ask it. */
final class PeerSwarm implements SwarmAccess {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final NodeLoop<OverlayNode> loop;

  PeerSwarm(NodeLoop<OverlayNode> loop) {
    this.loop = loop;
  }

  @Override
  public List<Endpoint> holders(Key key) {
    return loop.look(node -> node.holders(key));
  }

  @Override
  public List<Endpoint> living() {
    return loop.look(node -> node.members().view().peers().stream().map(Peer::address).toList());
  }

  @Override
  public RpcMessage.@Nullable Results list(Endpoint whom, RpcMessage.ListResults asked) {
    try {
      return loop.<Optional<RpcMessage.Results>>ask(
              PATIENCE,
              (node, told) ->
                  node.list(
                      MonotonicClock.now(),
                      whom,
                      asked,
                      results -> told.complete(Optional.ofNullable(results))))
          .orElse(null);
    } catch (IllegalStateException e) {
      return null; // the peer is too busy or ends
    }
  }

  @Override
  public CompletableFuture<byte @Nullable []> enquire(Endpoint whom, byte[] question) {
    CompletableFuture<byte @Nullable []> told = new CompletableFuture<>();
    loop.tell(node -> node.enquire(MonotonicClock.now(), whom, question, told::complete));
    return told;
  }

  @Override
  public List<String> refusals(Gate.Service service) {
    return loop.look(node -> node.trust().refusedBy(MonotonicClock.now())).stream()
        .map(SwarmTrust.RefusedUs::of)
        .filter(each -> each.service().equals(SwarmTrust.RefusedUs.words(service)))
        .map(SwarmTrust.RefusedUs::sentence)
        .toList();
  }

  @Override
  public @Nullable Entry entry(EntryId id) {
    try {
      return loop.<Optional<Entry>>ask(
              PATIENCE,
              (node, told) ->
                  node.find(
                      MonotonicClock.now(), id, found -> told.complete(Optional.ofNullable(found))))
          .orElse(null);
    } catch (IllegalStateException e) {
      return null;
    }
  }

  @Override
  public @Nullable HeldPiece piece(EntryId id) {
    try {
      return loop.<Optional<HeldPiece>>ask(
              PATIENCE,
              (node, told) ->
                  node.findPiece(
                      MonotonicClock.now(),
                      id,
                      (piece, with) ->
                          told.complete(
                              Optional.ofNullable(piece).map(it -> new HeldPiece(it, with)))))
          .orElse(null);
    } catch (IllegalStateException e) {
      return null;
    }
  }
}
