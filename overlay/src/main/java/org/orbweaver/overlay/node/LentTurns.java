package org.orbweaver.overlay.node;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.lease.Leases;
import org.orbweaver.overlay.memory.LruMap;
import org.orbweaver.overlay.rpc.Rpc;
import org.orbweaver.overlay.rpc.RpcMessage;
import org.orbweaver.overlay.rpc.RpcMessage.Taken;

/**
 * Turns of hosts and addresses that this peer borrows for clients. A client gets the turn of the
 * host of a task that it was lent, and with it of one address; who vanishes with a turn has it for
 * the rest of the lease.
 */
final class LentTurns {
  private static final long SECOND = 1_000_000_000L;

  /** A crawl delay that a client tells of is kept; of an address it can know nothing. */
  private static final long LONGEST_REST = 300 * SECOND;

  private static final long LONGEST_ADDRESS_REST = 10 * SECOND;

  /** Of a name whose turn was asked for again before it was given back. */
  private static final long FORGOTTEN_REST = 5 * SECOND;

  private static final int MOST_OF_LOAN = 16;
  private static final int MOST_REMEMBERED = 1 << 14;

  /** What the client of one loan has, and how often it asked. */
  static final class OfLoan {
    private final Set<Key> names = new HashSet<>();
    private int taken;
  }

  /** A name that a client has the turn of. */
  private record Turn(Key client, Key name) {}

  private record Passed(Leases.Lease lease, long longestRest) {}

  private final Leases leases;

  /** What clients have, or did not give back: it runs out with the lease. */
  private final Map<Turn, Passed> passed = new LruMap<>(MOST_REMEMBERED);

  LentTurns(Leases leases) {
    this.leases = leases;
  }

  /**
   * Borrows a name, and passes it on.
   *
   * @param host of the loan's task, with its port
   * @param isOut whether the client still has the task when the turn comes
   */
  void take(
      long now,
      Key client,
      OfLoan loan,
      String host,
      Key name,
      BooleanSupplier isOut,
      Rpc.ReplyTo replyTo) {
    Turn turn = new Turn(client, name);
    Passed held = passed.get(turn);
    if (held != null && loan.names.remove(name)) {
      giveBack(now, turn, held.lease().ticket(), FORGOTTEN_REST); // or its word got lost
    }
    boolean isHost = isHost(host, name);
    if (isHost) {
      loan.names.clear(); // it begins anew
    }
    if (++loan.taken > MOST_OF_LOAN || (!isHost && loan.names.size() != 1)) {
      replyTo.send(new Taken(false));
      return;
    }
    long longestRest = isHost ? LONGEST_REST : LONGEST_ADDRESS_REST;
    leases.take(
        now,
        name,
        new Leases.Asker() {
          @Override
          public void granted(long when, Leases.Lease lease) {
            if (isOut.getAsBoolean()) {
              loan.names.add(name);
              passed.put(turn, new Passed(lease, longestRest));
              replyTo.send(new RpcMessage.Lent(0, lease.ticket()));
            } else {
              leases.giveBack(when, lease, 0);
              replyTo.send(new Taken(false));
            }
          }

          @Override
          public void refused(long when, long waitNanos) {
            loan.taken--; // to wait is no offence
            replyTo.send(new RpcMessage.Lent(waitNanos, 0));
          }
        });
  }

  /**
   * Takes a turn back; what was not given is passed over.
   *
   * @param loan null if the task is not with the client any more
   */
  void giveBack(long now, Key client, RpcMessage.TakeTurn turn, @Nullable OfLoan loan) {
    giveBack(now, new Turn(client, turn.name()), turn.ticket(), turn.rest());
    if (loan != null) {
      loan.names.remove(turn.name());
    }
  }

  private void giveBack(long now, Turn turn, long ticket, long rest) {
    Passed held = passed.get(turn);
    if (held != null && held.lease().ticket() == ticket) {
      passed.remove(turn);
      leases.giveBack(now, held.lease(), Math.clamp(rest, 0, held.longestRest()));
    }
  }

  /** The first name must be of the task's host; its address only who resolved it knows. */
  private static boolean isHost(String host, Key name) {
    int port = host.lastIndexOf(':');
    String bare = port > host.lastIndexOf(']') ? host.substring(0, port) : host;
    String unbracketed = bare.startsWith("[") ? bare.substring(1, bare.length() - 1) : bare;
    return name.equals(Leases.name(bare)) || name.equals(Leases.name(unbracketed));
  }
}
