package org.orbweaver.overlay.node;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.membership.Peer;

/** Who keeps a key's entries now, and as the how-manieth this peer does. */
@SuppressWarnings("ReferenceEquality") // a placement is the same object until something changes
final class ReplicaSet {
  private final Holders holders;
  private Holders.@Nullable Placement askedIn;
  private long asked;
  private List<Peer> answered = List.of();

  ReplicaSet(Holders holders) {
    this.holders = holders;
  }

  /** Those who keep them; remembered, because several rules in a row ask for the same. */
  List<Peer> of(Key key) {
    Holders.Placement current = holders.now();
    if (askedIn != current || asked != key.high()) {
      answered = current.of(key);
      askedIn = current;
      asked = key.high();
    }
    return answered;
  }

  /** This peer's place among these; below zero if it is none of them. */
  int mine(List<Peer> peers) {
    for (int i = 0; i < peers.size(); i++) {
      if (peers.get(i).address().equals(holders.self())) {
        return i;
      }
    }
    return -1;
  }
}
