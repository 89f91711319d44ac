package org.orbweaver.app.task;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.NodeLoop;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.lease.Leases;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.node.OverlayNode;

/** Leases for work that may wait for them, on threads of its own. */
public final class BlockingLeases {
  private final NodeLoop<OverlayNode> peer;
  private final LongSupplier clock;

  public BlockingLeases(NodeLoop<OverlayNode> peer, LongSupplier clock) {
    this.peer = peer;
    this.clock = clock;
  }

  /**
   * The name, if nobody has it now.
   *
   * @throws RetryLater otherwise
   */
  public Leases.Lease tryTake(String hostOrAddress) throws RetryLater, InterruptedException {
    return tryTake(hostOrAddress, null);
  }

  /**
   * The same.
   *
   * @param task for which it is needed, so that a client knows whom to ask; null for none
   */
  public Leases.Lease tryTake(String hostOrAddress, @Nullable EntryId task)
      throws RetryLater, InterruptedException {
    CompletableFuture<Leases.Lease> answer = new CompletableFuture<>();
    Key name = Leases.name(hostOrAddress);
    Leases.Asker asker =
        new Leases.Asker() {
          @Override
          public void granted(long now, Leases.Lease lease) {
            answer.complete(lease);
          }

          @Override
          public void refused(long now, long waitNanos) {
            answer.completeExceptionally(new RetryLater(waitNanos));
          }
        };
    peer.tell(
        node -> {
          if (task == null) {
            node.leases().take(clock.getAsLong(), name, asker);
          } else {
            node.takeTurn(clock.getAsLong(), task, name, asker);
          }
        });
    try {
      return answer.get(Leases.LASTS, TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new RetryLater(Leases.LASTS); // the peer is too busy or ends
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RetryLater busy ? busy : new RetryLater(Leases.LASTS);
    }
  }

  public void giveBack(Leases.Lease lease, long restNanos) {
    giveBack(lease, restNanos, null);
  }

  /** The same, of one that was taken for a task. */
  public void giveBack(Leases.Lease lease, long restNanos, @Nullable EntryId task) {
    peer.tell(
        node -> {
          if (task == null) {
            node.leases().giveBack(clock.getAsLong(), lease, restNanos);
          } else {
            node.endTurn(clock.getAsLong(), task, lease, restNanos);
          }
        });
  }
}
