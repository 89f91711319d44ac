package org.orbweaver.overlay.membership;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;

/**
 * Everybody this peer has heard of, and the news it still has to spread.
 *
 * <p>News travels as rumours on pings. Each is told a few times the logarithm of the swarm's size,
 * which reaches everybody with near certainty (SWIM, Das et al. 2002); what a partition kept from
 * somebody, whole lists exchanged on meeting again bring.
 *
 * <p>Bounded: past {@link #MOST_MEMBERS} nobody new is taken in, for then somebody is making peers
 * up.
 */
public final class Members {
  public static final int MOST_MEMBERS = 1 << 20;
  private static final int TELL_FACTOR = 3;

  private final Map<Endpoint, PeerClaim> known = new TreeMap<>();
  private final Map<Endpoint, Integer> untold = new HashMap<>();
  private final Function<Collection<Peer>, MembershipView> rings;
  private Peer self;
  private @Nullable MembershipView ring;
  private long fingerprint;

  /**
   * @param rings makes a ring of the living; a lab with many peers shares equal ones
   */
  public Members(Peer self, Function<Collection<Peer>, MembershipView> rings) {
    this.self = self;
    this.rings = rings;
    put(new PeerClaim(self, PeerClaim.Life.LIVING));
  }

  public Peer self() {
    return self;
  }

  /** Describes this peer anew; everybody will hear of it. */
  public void describeSelf(Peer description) {
    self = description;
    put(new PeerClaim(description, PeerClaim.Life.LIVING));
  }

  /**
   * Takes in what somebody says.
   *
   * @return true if it was news
   */
  public boolean learn(PeerClaim claim) {
    PeerClaim before = known.get(claim.peer().address());
    if (before == null ? known.size() >= MOST_MEMBERS : !claim.outweighs(before)) {
      return false;
    }
    put(claim);
    return true;
  }

  /** Takes in what everybody knows already, and which need not be told. */
  public void recall(Collection<PeerClaim> claims) {
    for (PeerClaim claim : claims) {
      if (learn(claim)) {
        untold.remove(claim.peer().address());
      }
    }
  }

  private void put(PeerClaim claim) {
    PeerClaim before = known.put(claim.peer().address(), claim);
    fingerprint += mark(claim) - (before == null ? 0 : mark(before));
    untold.put(claim.peer().address(), 0);
    if (before == null || before.life() != claim.life() || changesRing(before.peer(), claim)) {
      ring = null;
    }
  }

  private static boolean changesRing(Peer before, PeerClaim claim) {
    return before.virtualNodes() != claim.peer().virtualNodes()
        || before.disk() != claim.peer().disk();
  }

  /**
   * Equal for two peers that believe the same of everybody, and by chance for hardly any others.
   */
  public long fingerprint() {
    return fingerprint;
  }

  private static long mark(PeerClaim claim) {
    long mixed = claim.peer().address().hashCode() * 0x9E3779B97F4A7C15L;
    mixed = (mixed ^ claim.peer().incarnation()) * 0xD6E8FEB86659FD93L;
    mixed = (mixed ^ mixed >>> 32 ^ claim.life().ordinal()) * 0x9E3779B97F4A7C15L;
    return mixed ^ mixed >>> 29;
  }

  public @Nullable PeerClaim about(Endpoint address) {
    return known.get(address);
  }

  public boolean lives(Endpoint address) {
    PeerClaim claim = known.get(address);
    return claim != null && claim.life() == PeerClaim.Life.LIVING;
  }

  /** Those of one kind, by address, without this peer. */
  public List<Peer> others(PeerClaim.Life life) {
    List<Peer> peers = new ArrayList<>();
    for (PeerClaim claim : known.values()) {
      if (claim.life() == life && !claim.peer().address().equals(self.address())) {
        peers.add(claim.peer());
      }
    }
    return peers;
  }

  /** All that is known, for one who knows nothing yet. */
  public List<PeerClaim> all() {
    return List.copyOf(known.values());
  }

  /** The living; the same object until something changes that matters for ownership. */
  public MembershipView ring() {
    MembershipView current = ring;
    if (current == null) {
      List<Peer> living = new ArrayList<>(others(PeerClaim.Life.LIVING));
      living.add(self);
      current = rings.apply(living);
      ring = current;
    }
    return current;
  }

  /** The news told least often so far, counted as told once more. */
  public List<PeerClaim> rumours(int most) {
    if (untold.isEmpty()) {
      return List.of();
    }
    int enough = TELL_FACTOR * (Integer.SIZE - Integer.numberOfLeadingZeros(known.size()));
    List<Endpoint> chosen =
        untold.entrySet().stream()
            .sorted(
                Map.Entry.<Endpoint, Integer>comparingByValue()
                    .thenComparing(Map.Entry.comparingByKey(Comparator.naturalOrder())))
            .limit(most)
            .map(Map.Entry::getKey)
            .toList();
    List<PeerClaim> news = new ArrayList<>(chosen.size());
    for (Endpoint address : chosen) {
      PeerClaim claim = known.get(address);
      if (claim != null) {
        news.add(claim);
      }
      untold.merge(address, 1, (a, b) -> a + b >= enough ? null : a + b);
    }
    return news;
  }
}
