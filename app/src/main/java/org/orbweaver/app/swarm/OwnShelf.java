package org.orbweaver.app.swarm;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.capture.SwarmAccess;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.rpc.RpcMessage;
import org.orbweaver.trust.Gate;

/** A swarm of one: what this peer keeps itself. */
record OwnShelf(SwarmAccess swarm, Endpoint self) implements SwarmAccess {
  @Override
  public List<Endpoint> holders(Key key) {
    return List.of(self);
  }

  @Override
  public List<Endpoint> living() {
    return List.of(self);
  }

  @Override
  public RpcMessage.@Nullable Results list(Endpoint whom, RpcMessage.ListResults asked) {
    return swarm.list(whom, asked);
  }

  @Override
  public CompletableFuture<byte @Nullable []> enquire(Endpoint whom, byte[] question) {
    return swarm.enquire(whom, question);
  }

  @Override
  public List<String> refusals(Gate.Service service) {
    return List.of();
  }

  @Override
  public @Nullable Entry entry(EntryId id) {
    return swarm.entry(id);
  }

  @Override
  public @Nullable HeldPiece piece(EntryId id) {
    return swarm.piece(id);
  }
}
