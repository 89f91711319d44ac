package org.orbweaver.mainline;

import java.time.Duration;
import java.util.List;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Key;

/** Hears what nodes answer to {@code sample_infohashes} (BEP 51). */
public interface SampleListener {
  /**
   * A node that knows BEP 51 answered; it may have nothing to tell.
   *
   * @param outOf how many infohashes it says it has, at least as many as it sent
   * @param interval how long it wants not to be asked again
   */
  void onSamples(Contact from, List<Key> infohashes, long outOf, Duration interval);

  void onFinish(LookupResult result);
}
