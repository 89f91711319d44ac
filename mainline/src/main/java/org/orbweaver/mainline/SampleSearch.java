package org.orbweaver.mainline;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Key;
import org.orbweaver.wire.krpc.QueryWriter;
import org.orbweaver.wire.krpc.Reply;
import org.orbweaver.wire.krpc.Want;

/** sample_infohashes towards a key: every node on the way tells some of what it stores. */
record SampleSearch(Key target, SampleListener listener) implements Search {
  /** BEP 51: no more than six hours. */
  private static final long LONGEST_INTERVAL = 21_600;

  @Override
  public int write(QueryWriter packet, long transaction, Key ownId) {
    return packet.sampleInfohashes(transaction, ownId, target, Want.UNSAID);
  }

  @Override
  public void take(Contact from, Reply reply) {
    if (!reply.hasSamples()) {
      return;
    }
    List<Key> samples = new ArrayList<>(reply.sampleCount());
    for (int i = 0; i < reply.sampleCount(); i++) {
      samples.add(reply.sample(i));
    }
    long interval = Math.clamp(reply.sampleInterval().orElse(0), 0, LONGEST_INTERVAL);
    long outOf = Math.max(samples.size(), reply.infohashCount().orElse(0));
    listener.onSamples(from, samples, outOf, Duration.ofSeconds(interval));
  }

  @Override
  public void finish(long now, Home home, LookupResult result) {
    listener.onFinish(result);
  }
}
