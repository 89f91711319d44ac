package org.orbweaver.overlay.rpc;

import java.util.List;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.membership.Allowance;
import org.orbweaver.overlay.task.HostPart;
import org.orbweaver.overlay.task.PastResult;
import org.orbweaver.overlay.task.Task;

/**
 * How much each peer may ask for, before anything is done about it. One that asks more is not
 * answered: if it is honest and has much to say, it will ask again; if it floods, it waits and
 * nobody else does.
 */
final class AdmissionControl {
  private final Allowance calls = new Allowance(500, 10_000);

  /** Herodotus expects some 200 links a second from a peer, to all others together. */
  private final Allowance tasks = new Allowance(2_000, 10_000);

  /** Who joins or leaves hands over all its keys, in batches that each wait for the last. */
  private final Allowance copies = new Allowance(10_000, 1_000_000);

  /**
   * Crawls and results are signed, and checking that takes a fraction of a millisecond. Results
   * come by the hundred under one signature, but a slow peer signs each alone.
   */
  private final Allowance records = new Allowance(200, 2_000);

  /** Somebody who joins takes its share of all results as fast as its disk writes. */
  private final Allowance pieceBytes = new Allowance(32 << 20, 256 << 20);

  boolean admits(long now, Endpoint from, RpcMessage.Call request) {
    return calls.take(now, from, 1)
        && switch (request) {
          case RpcMessage.StoreTask(List<Entry> brought) -> tasks.take(now, from, brought.size());
          case RpcMessage.StoreBackup(List<Entry> brought, _) -> admitsCopies(now, from, brought);
          case RpcMessage.DeleteBackup(List<Entry> brought) -> admitsCopies(now, from, brought);
          case RpcMessage.RefreshTask(List<RpcMessage.Offer> offers, _) ->
              copies.take(now, from, offers.size());
          case RpcMessage.OfResults(RpcMessage.StoreBackup(List<Entry> pieces, _)) ->
              pieceBytes.take(now, from, pieces.stream().mapToLong(it -> it.body().length).sum());
          case RpcMessage.BringPiece(_, Entry piece) ->
              pieceBytes.take(now, from, piece.body().length);
          case RpcMessage.OfResults(RpcMessage.RefreshTask(List<RpcMessage.Offer> offers, _)) ->
              copies.take(now, from, offers.size());
          default -> true;
        };
  }

  private boolean admitsCopies(long now, Endpoint from, List<Entry> brought) {
    long others =
        brought.stream()
            .filter(entry -> !Task.isTask(entry.body()) && !HostPart.isPart(entry.body()))
            .filter(entry -> !PastResult.isPast(entry.body()))
            .count();
    return copies.take(now, from, brought.size()) && records.take(now, from, others);
  }
}
