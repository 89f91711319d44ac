package org.orbweaver.overlay.book;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.membership.MembershipView;
import org.orbweaver.overlay.membership.Peer;
import org.orbweaver.trust.Period;
import org.orbweaver.trust.Signed;

/**
 * Where a peer's book is kept, a chapter for each period: what it says of itself and of others, and
 * what it was proven to have done.
 *
 * <pre>
 *   key | 32 bits of the peer's name | "trus" | 64 bits of the peer's name | period 32 |
 * </pre>
 *
 * What stands with a host has zeros in place of that word, so nobody takes a task for a book.
 */
public final class BookPlace {
  /**
   * Each of another network, and none of the peer's own. So whomever a peer speaks of, eleven of
   * those who keep it are neither that one nor of its network. That all of these are one
   * attacker's: 1.8 in a million where it has 30 % of the peers.
   */
  public static final int HOLDERS = 12;

  private static final int MARK = 0x74727573;

  /** The peer itself, others of its network, and those who fill up where networks are few. */
  private static final int SPARE = 5;

  private final MembershipView living;
  private @Nullable Map<Long, Peer> byName;

  public BookPlace(MembershipView living) {
    this.living = living;
  }

  public static Key key(Key peer, Period period) {
    return key(number(peer), period.number());
  }

  /** By what tells books apart. */
  public static Key key(long number, int period) {
    return new Key(number & 0xFFFF_FFFF_0000_0000L | MARK, number, period);
  }

  /** What tells a peer's book from others'. */
  public static long number(Key peer) {
    return peer.high();
  }

  /** Of which book a key is. */
  public static long book(Key key) {
    return key.middle();
  }

  /** And which chapter. */
  public static int period(Key key) {
    return key.low();
  }

  /** The first name of a chapter. */
  public static EntryId first(long number, int period) {
    return new EntryId(key(number, period), Long.MIN_VALUE);
  }

  /** Whether something under that key belongs in a book. */
  public static boolean isBook(Key key) {
    return (int) key.high() == MARK;
  }

  /** Who keeps it: the closest that are neither the peer whose it is nor of its network. */
  public List<Peer> holders(Key key) {
    Peer whose = byName().get(book(key));
    List<Peer> holders = new ArrayList<>();
    for (Peer each : living.closest(key, HOLDERS + SPARE)) {
      boolean partial = whose != null && living.areNeighbours(whose, each);
      if (!partial && holders.size() < HOLDERS) {
        holders.add(each);
      }
    }
    return holders;
  }

  private Map<Long, Peer> byName() {
    Map<Long, Peer> names = byName;
    if (names == null) {
      names = new HashMap<>();
      for (Peer peer : living.peers()) {
        names.put(number(name(peer)), peer);
      }
      byName = names;
    }
    return names;
  }

  /** What a peer is called where trust is concerned. */
  public static Key name(Peer peer) {
    return Signed.name(peer.credentials().signingKey());
  }
}
