package org.orbweaver.census.net;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Key;
import org.orbweaver.wire.krpc.Reply;

/** Hears the samples that come with a census's answers (BEP 51): food for the indexer. */
@FunctionalInterface
public interface InfohashListener {
  /** BEP 51's, in seconds: six hours. */
  int LONGEST_INTERVAL = 21_600;

  InfohashListener NOBODY = (_, _, _, _) -> {};

  /**
   * A node told some of its infohashes.
   *
   * @param outOf how many it says it has
   * @param interval how long it wants not to be asked again
   */
  void sampled(Contact from, List<Key> infohashes, long outOf, Duration interval);

  /** Hears what a reply with samples says. */
  default void hear(Contact from, Reply reply) {
    List<Key> hashes = new ArrayList<>(reply.sampleCount());
    for (int i = 0; i < reply.sampleCount(); i++) {
      hashes.add(reply.sample(i));
    }
    sampled(
        from,
        hashes,
        Math.max(hashes.size(), reply.infohashCount().orElse(0)),
        Duration.ofSeconds(Math.clamp(reply.sampleInterval().orElse(0), 0, LONGEST_INTERVAL)));
  }
}
