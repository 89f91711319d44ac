package org.orbweaver.app.capture;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.rpc.RpcMessage;
import org.orbweaver.overlay.task.Authorship;
import org.orbweaver.overlay.task.Piece;
import org.orbweaver.overlay.task.Result;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.trust.Gate;

/** A swarm of one peer, which keeps and lists what a test says. */
class OnePeer implements SwarmAccess {
  static final Endpoint PEER = Endpoint.v4(0x7F00_0001, 7117);

  private final Map<EntryId, Entry> pieces = new HashMap<>();
  private final List<Entry> records = new ArrayList<>();

  /** What came of a task. */
  void keep(Task task, byte[] brought, byte[] summary) {
    List<Entry> cut = Piece.cut(task.id().key(), brought);
    cut.forEach(piece -> pieces.put(piece.id(), piece));
    byte[] result = Result.of(cut.stream().map(Entry::id).toList(), summary).bytes();
    records.add(task.processed(Authorship.unsigned(1, PEER), result));
  }

  @Override
  public List<Endpoint> holders(Key key) {
    return living();
  }

  @Override
  public List<Endpoint> living() {
    return List.of(PEER);
  }

  @Override
  public RpcMessage.@Nullable Results list(Endpoint whom, RpcMessage.ListResults asked) {
    return new RpcMessage.Results(List.copyOf(records), List.of());
  }

  @Override
  public CompletableFuture<byte @Nullable []> enquire(Endpoint whom, byte[] question) {
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public List<String> refusals(Gate.Service service) {
    return List.of();
  }

  @Override
  public @Nullable Entry entry(EntryId id) {
    return null;
  }

  @Override
  public @Nullable HeldPiece piece(EntryId id) {
    Entry piece = pieces.get(id);
    return piece == null ? null : new HeldPiece(piece, PEER);
  }
}
