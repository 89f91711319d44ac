package org.orbweaver.census.net;

import java.time.Duration;
import java.util.List;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Key;

/** Hears the samples that come with a census's answers (BEP 51): food for the indexer. */
@FunctionalInterface
public interface InfohashListener {
  InfohashListener NOBODY = (_, _, _, _) -> {};

  /**
   * A node told some of its infohashes.
   *
   * @param outOf how many it says it has
   * @param interval how long it wants not to be asked again
   */
  void sampled(Contact from, List<Key> infohashes, long outOf, Duration interval);
}
