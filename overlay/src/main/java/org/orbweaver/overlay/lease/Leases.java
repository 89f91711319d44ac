package org.orbweaver.overlay.lease;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.membership.Members;
import org.orbweaver.overlay.membership.MembershipView;
import org.orbweaver.overlay.rpc.Rpc;
import org.orbweaver.overlay.rpc.RpcMessage;
import org.orbweaver.wire.PacketHandler;

/**
 * Leases this peer wants and has, and the grantor that it is itself for others.
 *
 * <p>Bounded by who asks: the task scheduler has a bounded number of tasks in work, and each wants
 * one lease at a time.
 */
public final class Leases {
  private static final Rpc.Patience PATIENCE = new Rpc.Patience(2 * LeaseGrantor.SECOND, 2);
  private static final long AFTER_SILENCE = 3 * LeaseGrantor.SECOND;
  private static final int MOST_ASKED = 1 << 14;

  /** In place of a ticket, which is never negative: how long is this out, that is mine now? */
  private static final long CLAIM = -1;

  /** In place of a ticket: I have this, which was your predecessor's, for so long. */
  private static final long HELD = -2;

  /** How long a lease lasts that is not given back. */
  public static final long LASTS = LeaseGrantor.LEASE;

  /** A name that this peer may use alone until it gives it back, or for {@link #LASTS}. */
  public record Lease(Key name, long ticket, Endpoint lender) {}

  /** Is told once, however long it takes. */
  @FunctionalInterface
  public interface Taker {
    void granted(long now, Lease lease);
  }

  /** Is told once, at the first answer. */
  public interface Asker extends Taker {
    /** Somebody else has it; one may ask again after that time. */
    void refused(long now, long waitNanos);
  }

  private record Held(Lease lease, long since) {}

  /** Is told of a grantor that does not answer. */
  @FunctionalInterface
  public interface Silence {
    void of(long now, Endpoint grantor);
  }

  private record Wish(long due, long order, Key name, Taker taker) implements Comparable<Wish> {
    @Override
    public int compareTo(Wish other) {
      int earlier = Long.compare(due, other.due);
      return earlier != 0 ? earlier : Long.compare(order, other.order);
    }
  }

  private final Members members;
  private final Rpc rpc;
  private final LeaseGrantor lending;
  private final Silence silence;

  /** What this peer has, and since when. */
  private final Map<Key, Held> held = new HashMap<>();

  private MembershipView toldIn = MembershipView.EMPTY;
  private final PriorityQueue<Wish> wishes = new PriorityQueue<>();
  private final Set<Key> asking = new HashSet<>();
  private long order;
  private long granted;
  private long messages;

  public Leases(Members members, Rpc rpc, RandomGenerator random, Silence silence) {
    this.silence = silence;
    this.members = members;
    this.rpc = rpc;
    this.lending = new LeaseGrantor(members, random);
  }

  /** The name of a host, or of an IP address as text. */
  public static Key name(String hostOrAddress) {
    try {
      byte[] bytes = hostOrAddress.getBytes(StandardCharsets.UTF_8);
      return Key.read(MessageDigest.getInstance("SHA-1").digest(bytes), 0);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-1", e);
    }
  }

  /** There was nobody before this peer: it is the first of its swarm. */
  public void first() {
    lending.first();
  }

  /** Asks for a name until it is granted; or, if that is to be told, until it is refused. */
  public void take(long now, Key name, Taker taker) {
    wishes.add(new Wish(now, order++, name, taker));
  }

  /**
   * @param rest how long nobody shall have it next
   */
  public void giveBack(long now, Lease lease, long rest) {
    held.remove(lease.name());
    if (lease.lender().equals(members.self().address())) {
      lending.takeBack(now, lease.name(), lease.ticket(), rest);
    } else {
      messages++;
      rpc.call(
          now,
          lease.lender(),
          new RpcMessage.Lend(lease.name(), lease.ticket(), rest),
          PATIENCE,
          IGNORED);
    }
  }

  private static final Rpc.Outcome IGNORED =
      new Rpc.Outcome() {
        @Override
        public void answered(long now, RpcMessage reply) {}

        @Override
        public void silent(long now) {} // it runs out by itself
      };

  /** A peer asks this one to lend a name, or gives it back. */
  public RpcMessage.Lent onLend(long now, Endpoint from, RpcMessage.Lend lend) {
    if (lend.ticket() == CLAIM) {
      claim(now, lend.name(), lending.predecessorsOwn(now, lend.name(), from));
      return new RpcMessage.Lent(lending.outFor(now, lend.name(), from), CLAIM);
    }
    if (lend.ticket() == HELD) {
      lending.onHeld(now, lend.name(), from, lend.rest());
      return new RpcMessage.Lent(0, HELD);
    }
    if (lend.ticket() != 0) {
      lending.takeBack(now, lend.name(), lend.ticket(), lend.rest());
      return new RpcMessage.Lent(0, lend.ticket());
    }
    LeaseGrantor.Decision decision = decide(now, lend.name(), from);
    return new RpcMessage.Lent(decision.waitNanos(), decision.ticket());
  }

  /** If this peer has just become the name's grantor, the one before it knows whether it is out. */
  private LeaseGrantor.Decision decide(long now, Key name, Endpoint borrower) {
    claim(now, name, lending.predecessor(now, name));
    LeaseGrantor.Decision patient = lending.ask(now, name, borrower);
    boolean soon = asking.contains(name) || lending.mayHearSooner(now, name);
    return soon
        ? new LeaseGrantor.Decision(
            Math.min(patient.waitNanos(), LeaseGrantor.ASK_AGAIN), patient.ticket())
        : patient;
  }

  private void claim(long now, Key name, @Nullable Endpoint predecessor) {
    if (predecessor == null || asking.size() >= MOST_ASKED || !asking.add(name)) {
      return;
    }
    messages++;
    rpc.call(
        now,
        predecessor,
        new RpcMessage.Lend(name, CLAIM, 0),
        PATIENCE,
        new Rpc.Outcome() {
          @Override
          public void answered(long at, RpcMessage reply) {
            asking.remove(name);
            if (reply instanceof RpcMessage.Lent(long wait, long ticket) && ticket == CLAIM) {
              lending.onWord(at, name, predecessor, wait);
            }
          }

          @Override
          public void silent(long at) {
            asking.remove(name); // then it is waited for
          }
        });
  }

  /** Asks for what is due to be asked for; returns when that is next. */
  public long onTick(long now) {
    lending.followView(now);
    tellSuccessors(now);
    while (!wishes.isEmpty() && wishes.peek().due() <= now) {
      ask(now, wishes.remove());
    }
    return wishes.isEmpty() ? PacketHandler.NEVER : wishes.peek().due();
  }

  /**
   * Whoever has a name whose grantor is gone tells the new one, which need not wait for it then.
   */
  @SuppressWarnings("ReferenceEquality") // a view is the same object until something changes
  private void tellSuccessors(long now) {
    MembershipView current = members.view();
    if (current == toldIn) {
      return;
    }
    toldIn = current;
    held.values().removeIf(each -> each.since() + LASTS <= now);
    for (Held each : held.values()) {
      Key name = each.lease().name();
      Endpoint grantor = LeaseGrantor.of(current, name);
      long left = each.since() + LASTS - now;
      if (grantor == null || grantor.equals(each.lease().lender())) {
        continue;
      }
      if (grantor.equals(members.self().address())) {
        lending.onHeld(now, name, grantor, left);
      } else {
        messages++;
        rpc.call(now, grantor, new RpcMessage.Lend(name, HELD, left), PATIENCE, IGNORED);
      }
    }
  }

  private void ask(long now, Wish wish) {
    Endpoint lender = LeaseGrantor.of(members.view(), wish.name());
    if (lender == null) {
      later(now, wish, AFTER_SILENCE);
    } else if (lender.equals(members.self().address())) {
      LeaseGrantor.Decision decision = decide(now, wish.name(), lender);
      decided(now, lender, wish, decision.waitNanos(), decision.ticket());
    } else {
      messages++;
      rpc.call(
          now,
          lender,
          new RpcMessage.Lend(wish.name(), 0, 0),
          PATIENCE,
          new Rpc.Outcome() {
            @Override
            public void answered(long at, RpcMessage reply) {
              if (reply instanceof RpcMessage.Lent(long wait, long ticket)) {
                decided(at, lender, wish, wait, ticket);
              } else {
                later(at, wish, AFTER_SILENCE);
              }
            }

            @Override
            public void silent(long at) {
              silence.of(at, lender);
              later(at, wish, AFTER_SILENCE);
            }
          });
    }
  }

  private void decided(long now, Endpoint lender, Wish wish, long wait, long ticket) {
    if (ticket == 0) {
      later(now, wish, Math.clamp(wait, 1, LeaseGrantor.LEASE));
      return;
    }
    granted++;
    if (held.size() < MOST_ASKED) {
      held.put(wish.name(), new Held(new Lease(wish.name(), ticket, lender), now));
    }
    wish.taker().granted(now, new Lease(wish.name(), ticket, lender));
  }

  private void later(long now, Wish wish, long wait) {
    if (wish.taker() instanceof Asker asker) {
      asker.refused(now, wait);
      return;
    }
    wishes.add(new Wish(now + wait, wish.order(), wish.name(), wish.taker()));
  }

  /** Leases granted to this peer. */
  public long granted() {
    return granted;
  }

  /** Messages sent for them. */
  public long messages() {
    return messages;
  }
}
