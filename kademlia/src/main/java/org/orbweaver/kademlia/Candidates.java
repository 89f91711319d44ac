package org.orbweaver.kademlia;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The contacts a lookup heard of, closest to its target first.
 *
 * <p>Bounded: when full, the farthest contact that is not part of the search any more makes room,
 * and a newcomer farther than all is refused. So few are they that plain scans beat an index.
 */
final class Candidates {
  static final int CAPACITY = 128;

  /** Claims to one ID or one address that are heard: the false one and, after it, the true one. */
  private static final int RIVAL_CLAIMS = 2;

  private final Key target;
  private final LookupSettings settings;
  private final List<Candidate> sorted = new ArrayList<>(32);

  Candidates(Key target, LookupSettings settings) {
    this.target = target;
    this.settings = settings;
  }

  List<Candidate> closestFirst() {
    return sorted;
  }

  @Nullable Candidate find(Contact contact) {
    for (int i = placeOf(contact.id()); i < sorted.size(); i++) {
      Candidate candidate = sorted.get(i);
      if (!candidate.contact.id().equals(contact.id())) {
        return null;
      }
      if (candidate.contact.endpoint().equals(contact.endpoint())) {
        return candidate;
      }
    }
    return null;
  }

  void add(Contact contact, @Nullable Candidate source) {
    Candidate known = find(contact);
    if (known != null) {
      known.namedBy(source);
      return;
    }
    if (isContested(contact) || !makeRoomInNetwork(contact)) {
      return;
    }
    int place = placeOf(contact.id());
    if (sorted.size() >= CAPACITY && (place == sorted.size() || !dropFarthest(place))) {
      return;
    }
    sorted.add(place, new Candidate(contact, source));
  }

  /**
   * Whether a claim that contradicts this one was proven by an answer or is being examined. Then
   * this one must not be asked.
   */
  boolean isBlocked(Candidate candidate) {
    for (Candidate other : sorted) {
      if (other != candidate
          && (other.isAnswered() || other.isOpen())
          && rivals(other.contact, candidate.contact)) {
        return true;
      }
    }
    return false;
  }

  private boolean isContested(Contact contact) {
    int claims = 0;
    for (Candidate other : sorted) {
      if (rivals(other.contact, contact)) {
        if (other.isAnswered()) {
          return true;
        }
        claims++;
      }
    }
    return claims >= RIVAL_CLAIMS;
  }

  private boolean rivals(Contact a, Contact b) {
    return a.id().equals(b.id()) || settings.sameParty(a.endpoint(), b.endpoint());
  }

  /** False if the network has its share; a farther candidate not yet asked gives up its place. */
  private boolean makeRoomInNetwork(Contact contact) {
    if (settings.perNetwork() == Integer.MAX_VALUE) {
      return true;
    }
    int present = 0;
    Candidate yielding = null;
    for (Candidate other : sorted) {
      if (!other.isDropped()
          && other.contact.endpoint().network() == contact.endpoint().network()) {
        present++;
        if (other.isFresh() && target.compareDistance(contact.id(), other.contact.id()) < 0) {
          yielding = other;
        }
      }
    }
    if (present < settings.perNetwork()) {
      return true;
    }
    if (yielding != null) {
      sorted.remove(yielding);
    }
    return yielding != null;
  }

  private boolean dropFarthest(int notBefore) {
    for (int i = sorted.size() - 1; i >= notBefore; i--) {
      if (!sorted.get(i).isOpen()) {
        sorted.remove(i);
        return true;
      }
    }
    return false;
  }

  /** The first index whose candidate is not closer to the target than {@code id}. */
  private int placeOf(Key id) {
    int low = 0;
    int high = sorted.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (target.compareDistance(sorted.get(middle).contact.id(), id) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
