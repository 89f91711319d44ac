package org.orbweaver.sim.world.loopback;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.wire.PacketHandler;
import org.orbweaver.wire.krpc.MessageDecoder;
import org.orbweaver.wire.krpc.Method;
import org.orbweaver.wire.krpc.Query;

/**
 * Stands at the world's door and notes who asks which node for samples how often: an interval of
 * six hours is what all of its nodes say (BEP 51), so any second question of one address is too
 * soon. The answers do not depend on it.
 */
final class SampleWatch implements PacketHandler {
  /** Visitors and nodes that are remembered; in a larger world later ones go unwatched. */
  private static final int MOST = 4_000_000;

  private static final long INTERVAL = Duration.ofHours(6).toNanos();

  private record Pair(long visitor, long node) {}

  private final PacketHandler world;
  private final MessageDecoder decoder = new MessageDecoder();
  private final Map<Pair, Long> lastAsked = new HashMap<>();
  private volatile long samples;
  private volatile long tooSoon;

  SampleWatch(PacketHandler world) {
    this.world = world;
  }

  @Override
  @SuppressWarnings("NonAtomicVolatileUpdate") // the loop's thread alone writes
  public long onPacket(long now, Endpoint local, Endpoint from, byte[] packet, int length) {
    if (decoder.decode(packet, length) instanceof Query query
        && query.method() == Method.SAMPLE_INFOHASHES) {
      samples++;
      Pair pair = new Pair(from.ipv4(), (long) local.ipv4() << 16 | local.port());
      Long before = lastAsked.size() < MOST ? lastAsked.put(pair, now) : lastAsked.get(pair);
      tooSoon += before != null && now - before < INTERVAL ? 1 : 0;
    }
    return world.onPacket(now, local, from, packet, length);
  }

  @Override
  public long onTick(long now) {
    return world.onTick(now);
  }

  /** sample_infohashes that came. */
  long samples() {
    return samples;
  }

  /** Those that one address sent a node within its interval. */
  long tooSoon() {
    return tooSoon;
  }
}
