package org.orbweaver.lab.trust;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Key;
import org.orbweaver.trust.Elector;
import org.orbweaver.trust.Electorate;

/** A period's electorate, and which of the simulated peers has each place of it. */
final class Voters {
  static final Voters NOBODY = new Voters(new Electorate(List.of()), Map.of());

  final Electorate electorate;
  private final OurPeer[] atPlace;

  Voters(Electorate electorate, Map<Key, OurPeer> byId) {
    this.electorate = electorate;
    this.atPlace = new OurPeer[electorate.size()];
    for (int i = 0; i < atPlace.length; i++) {
      Elector each = electorate.at(i);
      OurPeer peer = byId.get(each.id());
      if (peer == null) {
        throw new IllegalStateException("a stranger has a place");
      }
      atPlace[i] = peer;
    }
  }

  OurPeer at(int place) {
    return atPlace[place];
  }

  @Nullable OurPeer closest(Key point) {
    return atPlace.length == 0 ? null : atPlace[electorate.closestPlace(point)];
  }
}
