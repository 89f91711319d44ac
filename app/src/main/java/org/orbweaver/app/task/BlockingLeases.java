package org.orbweaver.app.task;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.orbweaver.app.NodeLoop;
import org.orbweaver.overlay.lease.Leases;
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
    CompletableFuture<Leases.Lease> answer = new CompletableFuture<>();
    peer.tell(
        node ->
            node.leases()
                .take(
                    clock.getAsLong(),
                    Leases.name(hostOrAddress),
                    new Leases.Asker() {
                      @Override
                      public void granted(long now, Leases.Lease lease) {
                        answer.complete(lease);
                      }

                      @Override
                      public void refused(long now, long waitNanos) {
                        answer.completeExceptionally(new RetryLater(waitNanos));
                      }
                    }));
    try {
      return answer.get(Leases.LASTS, TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new RetryLater(Leases.LASTS); // the peer is too busy or ends
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RetryLater busy ? busy : new RetryLater(Leases.LASTS);
    }
  }

  public void giveBack(Leases.Lease lease, long restNanos) {
    peer.tell(node -> node.leases().giveBack(clock.getAsLong(), lease, restNanos));
  }
}
