package org.orbweaver.mainline;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.orbweaver.kademlia.Key;
import org.orbweaver.wire.krpc.Reply;

/**
 * What a node says it stores (BEP 51).
 *
 * @param outOf how many infohashes it has, at least as many as it sent
 * @param interval how long it wants not to be asked again
 */
record SampleAnswer(List<Key> infohashes, long outOf, Duration interval) {
  /** BEP 51: no more than six hours. */
  private static final long LONGEST_INTERVAL = 21_600;

  static SampleAnswer of(Reply reply) {
    List<Key> samples = new ArrayList<>(reply.sampleCount());
    for (int i = 0; i < reply.sampleCount(); i++) {
      samples.add(reply.sample(i));
    }
    long interval = Math.clamp(reply.sampleInterval().orElse(0), 0, LONGEST_INTERVAL);
    long outOf = Math.max(samples.size(), reply.infohashCount().orElse(0));
    return new SampleAnswer(samples, outOf, Duration.ofSeconds(interval));
  }
}
