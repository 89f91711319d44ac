package org.orbweaver.overlay.node;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.membership.Peer;
import org.orbweaver.overlay.memory.LruMap;

/**
 * Who of those that should keep a piece does not: by a rule of its operator's, as far as this peer
 * was told, or because it was brought the piece for minutes and did not take it. Copies are counted
 * without them: the next living peers take their places.
 *
 * <p>In memory, and bounded: who is forgotten is offered the piece again, and says so again.
 */
final class Refusers {
  private static final int MOST = 1 << 16;

  private static final class Place {
    private final Set<Endpoint> by = new HashSet<>();
    private boolean scarce;
  }

  private final Map<EntryId, Place> places = new LruMap<>(MOST);
  private final Holders holders;
  private final int copies;
  private long declined;

  Refusers(Holders holders, int copies) {
    this.holders = holders;
    this.copies = copies;
  }

  /** One of them has said so; false if that is no news. */
  boolean add(Endpoint by, EntryId id) {
    Place place = places.computeIfAbsent(id, it -> new Place());
    boolean news = place.by.add(by);
    declined += news ? 1 : 0;
    place.scarce = instead(id).size() < copies;
    return news;
  }

  boolean has(EntryId id) {
    return places.containsKey(id);
  }

  boolean has(Endpoint by, EntryId id) {
    Place place = places.get(id);
    return place != null && place.by.contains(by);
  }

  /** The r closest living peers that do not refuse it. */
  List<Peer> instead(EntryId id) {
    Place place = places.get(id);
    Set<Endpoint> by = place == null ? Set.of() : place.by;
    return holders.now().living(id.key(), copies + by.size()).stream()
        .filter(peer -> !by.contains(peer.address()))
        .limit(copies)
        .toList();
  }

  long declined() {
    return declined;
  }

  /** Those of which there cannot be r copies. */
  List<EntryId> scarce() {
    return places.entrySet().stream()
        .filter(each -> each.getValue().scarce)
        .map(Map.Entry::getKey)
        .toList();
  }
}
