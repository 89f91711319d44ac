package org.orbweaver.sim.world.loopback;

import java.util.Arrays;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.random.RandomGenerator;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.sim.net.LinkModel;
import org.orbweaver.wire.Outbox;
import org.orbweaver.wire.PacketHandler;
import org.orbweaver.wire.bencode.Bytes;

/**
 * Gives loopback the distances of the world: an answer is kept for as long as question and answer
 * would have been on their way, or dropped if one of them would have been lost. When full, it drops
 * the newest.
 */
final class DelayingOutbox implements Outbox {
  private static final int MOST = 1 << 17;

  private record Waiting(long due, long turn, Endpoint local, Endpoint to, Bytes packet) {}

  private final Outbox outbox;
  private final LinkModel links;
  private final RandomGenerator random;
  private final PriorityQueue<Waiting> queue =
      new PriorityQueue<>(Comparator.comparingLong(Waiting::due).thenComparingLong(Waiting::turn));
  private long now;
  private long turns;

  DelayingOutbox(Outbox outbox, LinkModel links, RandomGenerator random) {
    this.outbox = outbox;
    this.links = links;
    this.random = random;
  }

  @Override
  public boolean send(Endpoint local, Endpoint to, byte[] packet, int length) {
    long there = links.delay(to, local, random);
    long back = links.delay(local, to, random);
    if (there == LinkModel.LOST || back == LinkModel.LOST) {
      return true;
    }
    if (queue.size() == MOST) {
      return false;
    }
    Bytes copy = Bytes.of(Arrays.copyOf(packet, length));
    return queue.add(new Waiting(now + there + back, turns++, local, to, copy));
  }

  /** The handler whose packets this outbox keeps. */
  PacketHandler around(PacketHandler handler) {
    return new PacketHandler() {
      @Override
      public long onPacket(long time, Endpoint local, Endpoint from, byte[] packet, int length) {
        now = time;
        return wakeUp(handler.onPacket(time, local, from, packet, length));
      }

      @Override
      public long onTick(long time) {
        now = time;
        for (Waiting first; (first = queue.peek()) != null && first.due() <= time; ) {
          queue.remove();
          byte[] packet = first.packet().toArray();
          outbox.send(first.local(), first.to(), packet, packet.length);
        }
        return wakeUp(handler.onTick(time));
      }
    };
  }

  private long wakeUp(long wanted) {
    Waiting first = queue.peek();
    return first == null ? wanted : Math.min(wanted, first.due());
  }
}
