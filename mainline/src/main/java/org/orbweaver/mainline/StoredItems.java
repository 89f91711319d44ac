package org.orbweaver.mainline;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.wire.krpc.ErrorCode;
import org.orbweaver.wire.krpc.MutableItem;

/**
 * The BEP 44 items others have put here. Without a new put an item is forgotten after two hours.
 *
 * <p>Bounded: a site has a share, and when the store is full, of eight items drawn at random the
 * one announced longest ago makes room.
 *
 * <p>Verifying a signature costs about a millisecond of the node's one thread, a thousand times a
 * normal query, so everything that can be refused without it is refused first, an exact repetition
 * is believed (its signature was checked when it was first stored), and the caller asks {@link
 * #needsVerification} to limit the rest.
 */
public final class StoredItems {
  /**
   * How much is kept for strangers, and how long.
   *
   * @param items how many are kept in all
   * @param itemsPerSite how many of them one IPv4 address or IPv6 /64 may have put
   */
  public record Limits(int items, int itemsPerSite, Duration lifetime) {
    public static final Limits DEFAULT = new Limits(20_000, 64, Duration.ofHours(2));
  }

  private static final int EVICTION_CANDIDATES = 8;

  private static final class Place extends Shelf.Item {
    final Endpoint announcer;
    StoredItem item;
    long announced;

    Place(StoredItem item, Endpoint announcer, long now) {
      super(item.target());
      this.announcer = announcer;
      this.item = item;
      this.announced = now;
    }
  }

  private final Limits limits;
  private final RandomGenerator random;
  private final SiteQuota quota;
  private final Shelf<Place> places = new Shelf<>();

  StoredItems(Limits limits, RandomGenerator random) {
    this.limits = limits;
    this.random = random;
    this.quota =
        new SiteQuota(limits.items(), limits.itemsPerSite(), limits.lifetime().toNanos(), random);
  }

  @Nullable StoredItem get(Key target) {
    Place place = places.get(target);
    return place == null ? null : place.item;
  }

  int size() {
    return places.size();
  }

  /** Whether putting this item would cost a signature check. */
  boolean needsVerification(StoredItem item) {
    return item instanceof SignedItem && !item.equals(get(item.target()));
  }

  /**
   * @param expectedSequence what must be stored now, for the put to be done ({@code cas})
   * @return why it was refused, or null if it is stored
   */
  @Nullable ErrorCode put(
      long now, Endpoint announcer, StoredItem item, OptionalLong expectedSequence) {
    if (item.value().length() > StoredItem.MAX_VALUE_BYTES) {
      return ErrorCode.VALUE_TOO_BIG;
    }
    Place place = places.get(item.target());
    if (item instanceof SignedItem signed) {
      ErrorCode refusal = refusal(signed, place, expectedSequence);
      if (refusal != null) {
        return refusal;
      }
    }
    if (place != null) {
      place.item = item;
      place.announced = now;
      return null;
    }
    if (!quota.take(now, announcer)) {
      return ErrorCode.SERVER;
    }
    if (places.size() >= limits.items()) {
      evictOne(now);
    }
    places.add(new Place(item, announcer, now));
    return null;
  }

  /** The dear check comes last. */
  private static @Nullable ErrorCode refusal(
      SignedItem item, @Nullable Place place, OptionalLong expectedSequence) {
    MutableItem parts = item.parts();
    if (parts.salt().length() > SignedItem.MAX_SALT_BYTES) {
      return ErrorCode.SALT_TOO_BIG;
    }
    if (place != null && place.item instanceof SignedItem(MutableItem current)) {
      if (expectedSequence.isPresent() && expectedSequence.getAsLong() != current.sequence()) {
        return ErrorCode.CAS_MISMATCH;
      }
      if (parts.equals(current)) {
        return null;
      }
      boolean sameAgain =
          parts.sequence() == current.sequence() && parts.value().equals(current.value());
      if (parts.sequence() <= current.sequence() && !sameAgain) {
        return ErrorCode.SEQUENCE_TOO_LOW;
      }
    }
    return item.isGenuine() ? null : ErrorCode.INVALID_SIGNATURE;
  }

  /** Forgets what has expired among the next {@code count} items; called round and round. */
  void sweep(long now, int count) {
    long oldest = now - limits.lifetime().toNanos();
    places.sweep(
        count,
        place -> {
          boolean spent = place.announced <= oldest;
          if (spent) {
            quota.giveBack(now, place.announcer);
          }
          return spent;
        });
  }

  private void evictOne(long now) {
    Place stalest = places.random(random);
    for (int i = 1; i < EVICTION_CANDIDATES; i++) {
      Place other = places.random(random);
      if (other.announced < stalest.announced) {
        stalest = other;
      }
    }
    quota.giveBack(now, stalest.announcer);
    places.remove(stalest);
  }
}
