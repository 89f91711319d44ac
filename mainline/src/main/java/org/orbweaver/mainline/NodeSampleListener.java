package org.orbweaver.mainline;

import java.time.Duration;
import java.util.List;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Key;

/** Hears what came of one {@code sample_infohashes} (BEP 51): exactly one of the three. */
public interface NodeSampleListener {
  /**
   * It told some of what it stores, or that it stores nothing.
   *
   * @param outOf how many infohashes it says it has, at least as many as it sent
   * @param interval how long it wants not to be asked again
   */
  void onSamples(long now, Contact node, List<Key> infohashes, long outOf, Duration interval);

  /** The answer is later than most; it may still come, and one of the three follows. */
  default void onStall(long now, Contact node) {}

  /** It lives, but does not know the BEP. */
  void onRefusal(long now, Contact node);

  /** No answer came, or none that can be believed. */
  void onSilence(long now, Contact node);
}
