package org.orbweaver.sim.world;

import java.util.concurrent.TimeUnit;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.wire.bencode.Bytes;

/**
 * What a node gives with its answer to get_peers and wants back with an announce: a hash of the
 * asker's address and the time, good for five to ten minutes.
 */
final class WriteTokens {
  static final int BYTES = 8;

  private static final long LIFE = TimeUnit.MINUTES.toNanos(5);

  private final long seed;

  WriteTokens(long worldSeed) {
    seed = Mix.seedFor(worldSeed, "tokens");
  }

  long token(long now, int node, Endpoint asker) {
    return of(now / LIFE, node, asker);
  }

  boolean isValid(long now, int node, Endpoint asker, Bytes given) {
    if (given.length() != BYTES) {
      return false;
    }
    long value = 0;
    for (int i = 0; i < BYTES; i++) {
      value = value << 8 | (given.at(i) & 0xFF);
    }
    return value == of(now / LIFE, node, asker) || value == of(now / LIFE - 1, node, asker);
  }

  private long of(long period, int node, Endpoint asker) {
    return Mix.hash(Mix.hash(seed, asker.high(), asker.low()), node, period);
  }
}
