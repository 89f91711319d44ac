package org.orbweaver.sim.net;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.wire.Outbox;
import org.orbweaver.wire.PacketHandler;

/**
 * Carries packets between handlers in virtual time, with the delays and losses of a {@link
 * LinkModel}, and wakes handlers when they asked to be woken.
 *
 * <p>Handlers are attached at their addresses. One handler may own every address that nobody else
 * is attached at: that is how a world of millions of nodes takes part without millions of entries.
 * A detached handler has crashed: packets to it and its wake-ups come to nothing.
 */
public final class VirtualNetwork implements Outbox {
  /** Packets by their fate. Duplicates count as sent once and delivered twice. */
  public record Counters(long sent, long delivered, long lost, long cutOff, long unreachable) {}

  /** Decides who can reach whom; asked when a packet is sent. */
  @FunctionalInterface
  public interface Reachability {
    boolean connects(Endpoint from, Endpoint to);
  }

  private static final int POOLED_DELIVERIES = 4096;

  private final VirtualClock clock;
  private final LinkModel links;
  private final RandomGenerator random;
  private final double duplicated;
  private final Map<Endpoint, Attachment> homes = new HashMap<>();
  private final IdentityHashMap<PacketHandler, Attachment> attachments = new IdentityHashMap<>();
  private final ArrayDeque<Delivery> pool = new ArrayDeque<>();
  private @Nullable Attachment elsewhere;
  private Reachability reachability = (from, to) -> true;
  private long sent;
  private long delivered;
  private long lost;
  private long cutOff;
  private long unreachable;

  public VirtualNetwork(VirtualClock clock, LinkModel links, RandomGenerator random) {
    this(clock, links, random, 0);
  }

  /**
   * @param duplicated the share of packets that arrive a second time, after a delay of its own
   */
  public VirtualNetwork(
      VirtualClock clock, LinkModel links, RandomGenerator random, double duplicated) {
    this.clock = clock;
    this.links = links;
    this.random = random;
    this.duplicated = duplicated;
  }

  /** Lets the handler receive what is sent to these addresses, and ticks it for the first time. */
  public void attach(PacketHandler handler, Collection<Endpoint> addresses) {
    Attachment attachment = attachments.computeIfAbsent(handler, Attachment::new);
    for (Endpoint address : addresses) {
      if (homes.putIfAbsent(address, attachment) != null) {
        throw new IllegalStateException("somebody is attached already at " + address);
      }
    }
    attachment.wake(clock.now());
  }

  /** Lets the handler receive whatever is sent to an address at which nobody is attached. */
  public void attachElsewhere(PacketHandler handler) {
    elsewhere = attachments.computeIfAbsent(handler, Attachment::new);
    elsewhere.wake(clock.now());
  }

  /** Crashes the handler: from now on nothing reaches it. */
  public void detach(PacketHandler handler) {
    Attachment attachment = attachments.remove(handler);
    if (attachment == null) {
      return;
    }
    attachment.attached = false;
    homes.values().removeIf(home -> home == attachment);
    if (elsewhere == attachment) {
      elsewhere = null;
    }
  }

  /** Parts the network, or heals it with a rule that connects all; packets on their way arrive. */
  public void partition(Reachability rule) {
    reachability = rule;
  }

  /**
   * Runs work that calls into the handler, as an event loop would: now, and then ticks it. Work for
   * a crashed handler is not done.
   */
  public void execute(PacketHandler handler, Runnable work) {
    Attachment attachment = attachments.get(handler);
    if (attachment != null) {
      work.run();
      attachment.wake(clock.now());
    }
  }

  @Override
  public boolean send(Endpoint local, Endpoint to, byte[] packet, int length) {
    sent++;
    Attachment receiver = homes.getOrDefault(to, elsewhere);
    if (receiver == null) {
      unreachable++;
    } else if (!reachability.connects(local, to)) {
      cutOff++;
    } else {
      transmit(receiver, local, to, packet, length);
      if (duplicated > 0 && random.nextDouble() < duplicated) {
        transmit(receiver, local, to, packet, length);
      }
    }
    return true;
  }

  private void transmit(
      Attachment receiver, Endpoint from, Endpoint to, byte[] packet, int length) {
    long delay = links.delay(from, to, random);
    if (delay < 0) {
      lost++;
      return;
    }
    Delivery delivery = pool.pollLast();
    if (delivery == null) {
      delivery = new Delivery();
    }
    clock.at(clock.now() + delay, delivery.load(receiver, from, to, packet, length));
  }

  public Counters counters() {
    return new Counters(sent, delivered, lost, cutOff, unreachable);
  }

  /** A packet on its way. Reused, so that a long run does not live on garbage. */
  private final class Delivery implements VirtualClock.Event {
    private byte[] bytes = new byte[512];
    private int length;
    private @Nullable Attachment receiver;
    private @Nullable Endpoint from;
    private @Nullable Endpoint to;

    Delivery load(
        Attachment receiver, Endpoint from, Endpoint to, byte[] packet, int packetLength) {
      if (bytes.length < packetLength) {
        bytes = new byte[packetLength];
      }
      System.arraycopy(packet, 0, bytes, 0, packetLength);
      this.length = packetLength;
      this.receiver = receiver;
      this.from = from;
      this.to = to;
      return this;
    }

    @Override
    public void fire(long now) {
      Attachment target = receiver;
      if (target != null && from != null && to != null && target.attached) {
        delivered++;
        target.wakeAgain(target.handler.onPacket(now, to, from, bytes, length));
      } else {
        unreachable++;
      }
      receiver = null;
      if (pool.size() < POOLED_DELIVERIES) {
        pool.addLast(this);
      }
    }
  }

  /** A handler and its next wake-up, of which at most one useful event is in the clock's queue. */
  private final class Attachment implements VirtualClock.Event {
    private final PacketHandler handler;
    private boolean attached = true;
    private long wanted = PacketHandler.NEVER;
    private long queued = PacketHandler.NEVER;

    Attachment(PacketHandler handler) {
      this.handler = handler;
    }

    /** Ticks it at that time at the latest. */
    void wake(long time) {
      wakeAgain(Math.min(time, wanted));
    }

    void wakeAgain(long time) {
      wanted = time;
      if (wanted < queued) {
        queued = wanted;
        clock.at(wanted, this);
      }
    }

    @Override
    public void fire(long now) {
      if (queued > now) {
        return; // an earlier wake-up than this one has replaced it
      }
      queued = PacketHandler.NEVER;
      if (!attached) {
        return;
      }
      wakeAgain(wanted <= now ? handler.onTick(now) : wanted);
    }
  }
}
