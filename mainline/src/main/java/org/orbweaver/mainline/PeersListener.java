package org.orbweaver.mainline;

import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;

/** Hears what a lookup for peers finds, while it runs. */
public interface PeersListener {
  /** A node named a peer; the same peer may be named often. Nothing in it is proven. */
  void onPeer(Contact from, Endpoint peer);

  /** Asked after every reply: true ends the lookup before it has reached the closest nodes. */
  default boolean hasEnough() {
    return false;
  }

  /** Asked after every reply: while true, nobody more is asked as long as an answer is awaited. */
  default boolean hasNearlyEnough() {
    return false;
  }

  /**
   * What those who named peers want to see if we announce ourselves; before the end, and only if
   * there is any.
   */
  default void onTokens(GatheredTokens tokens) {}

  void onFinish(LookupResult result);
}
