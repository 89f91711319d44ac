package org.orbweaver.app.drive;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.orbweaver.overlay.lease.Leases;

/** Leases for work that may wait for them, on threads of its own. */
public final class BlockingLeases {
  private final Executor peer;
  private final Supplier<Leases> leases;
  private final LongSupplier clock;

  /**
   * @param peer the node's own thread
   * @param leases the node's; asked for on its thread
   */
  public BlockingLeases(Executor peer, Supplier<Leases> leases, LongSupplier clock) {
    this.peer = peer;
    this.leases = leases;
    this.clock = clock;
  }

  /** Waits until the name is this peer's alone. */
  public Leases.Lease take(String hostOrAddress) throws InterruptedException {
    CompletableFuture<Leases.Lease> granted = new CompletableFuture<>();
    peer.execute(
        () ->
            leases
                .get()
                .take(
                    clock.getAsLong(),
                    Leases.name(hostOrAddress),
                    (now, lease) -> granted.complete(lease)));
    try {
      return granted.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a lease is granted or waited for", e);
    }
  }

  /**
   * The name, if nobody has it now.
   *
   * @throws RetryLater otherwise
   */
  public Leases.Lease tryTake(String hostOrAddress) throws RetryLater, InterruptedException {
    CompletableFuture<Leases.Lease> answer = new CompletableFuture<>();
    peer.execute(
        () ->
            leases
                .get()
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
      return answer.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RetryLater busy ? busy : new RetryLater(Leases.LASTS);
    }
  }

  public void giveBack(Leases.Lease lease, long restNanos) {
    peer.execute(() -> leases.get().giveBack(clock.getAsLong(), lease, restNanos));
  }
}
