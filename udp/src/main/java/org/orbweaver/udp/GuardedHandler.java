package org.orbweaver.udp;

import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.wire.PacketHandler;

/**
 * The handler with a fence around it: what it throws is counted and reported, and the loop goes on.
 * Also remembers when the handler wants to be woken.
 */
final class GuardedHandler implements PacketHandler {
  private static final long SECOND = 1_000_000_000L;

  private final PacketHandler handler;
  private final LoopListener listener;
  private final LoopCounters counters;
  private long wakeUp;
  private long quietUntil = Long.MIN_VALUE;

  GuardedHandler(PacketHandler handler, LoopListener listener, LoopCounters counters) {
    this.handler = handler;
    this.listener = listener;
    this.counters = counters;
  }

  /** When {@link #onTick} is due; at first at once. */
  long wakeUp() {
    return wakeUp;
  }

  @Override
  public long onPacket(long now, Endpoint local, Endpoint from, byte[] packet, int length) {
    try {
      wakeUp = handler.onPacket(now, local, from, packet, length);
    } catch (RuntimeException | Error e) {
      report(now, "the handler failed on a packet, which is lost", e);
    }
    return wakeUp;
  }

  @Override
  public long onTick(long now) {
    try {
      wakeUp = handler.onTick(now);
    } catch (RuntimeException | Error e) {
      wakeUp = now + SECOND; // not at once, or a lasting failure would keep a core busy
      report(now, "the handler failed on a tick and is asked again in a second", e);
    }
    return wakeUp;
  }

  void run(long now, Runnable work) {
    try {
      work.run();
    } catch (RuntimeException | Error e) {
      report(now, "posted work failed", e);
    }
  }

  private void report(long now, String sentence, Throwable cause) {
    counters.failures.increment();
    if (now >= quietUntil) {
      quietUntil = now + SECOND;
      tell(sentence, cause);
    }
  }

  @SuppressWarnings("CatchAndPrintStackTrace") // nobody else is left to tell
  void tell(String sentence, Throwable cause) {
    try {
      listener.failed(sentence, cause);
    } catch (RuntimeException | Error e) {
      e.printStackTrace();
    }
  }
}
