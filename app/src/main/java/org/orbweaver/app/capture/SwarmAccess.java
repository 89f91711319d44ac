package org.orbweaver.app.capture;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.rpc.RpcMessage;
import org.orbweaver.trust.Gate;

/** The swarm, as far as its captures need it. Every question waits for its answer. */
public interface SwarmAccess {
  /** The peers that keep what has that key. */
  List<Endpoint> holders(Key key);

  /** All peers that keep anything, as far as this one knows. */
  List<Endpoint> living();

  /** What a peer keeps; null if it does not answer. */
  RpcMessage.@Nullable Results list(Endpoint whom, RpcMessage.ListResults asked);

  /** What a peer's program says to a question, later; null if it does not answer. */
  CompletableFuture<byte @Nullable []> enquire(Endpoint whom, byte[] question);

  /** Who refused this of late, and what would have to be done, a sentence each. */
  List<String> refusals(Gate.Service service);

  /** An entry of the ledger; null if nobody who answers has it. */
  @Nullable Entry entry(EntryId id);

  /** A piece; null if nobody who answers has it. */
  @Nullable HeldPiece piece(EntryId id);

  /**
   * A piece and who had it.
   *
   * @param with null if that is not known
   */
  record HeldPiece(Entry entry, @Nullable Endpoint with) {}
}
