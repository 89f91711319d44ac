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
 * Where a peer's book is kept, a chapter for each period.
 *
 * <pre>
 *   key | 32 bits of the subject's name | "trus" | 64 bits of the subject's name | period 32 |
 * </pre>
 *
 * What stands with a host has zeros in place of that word, so nobody takes a task for a book.
 */
public final class BookPlace {
  /** That all are one attacker's: 1.8 in a million where it has 30 % of the peers. */
  public static final int HOLDERS = 11;

  private static final int MARK = 0x74727573;

  /** The subject itself, others of its network, and those who fill up where networks are few. */
  private static final int SPARE = 5;

  private final MembershipView living;
  private @Nullable Map<Long, Peer> byName;

  public BookPlace(MembershipView living) {
    this.living = living;
  }

  public static Key key(Key subject, Period period) {
    return new Key(subject.high() & 0xFFFF_FFFF_0000_0000L | MARK, subject.high(), period.number());
  }

  /** The first name under a key. */
  public static EntryId first(Key subject, Period period) {
    return new EntryId(key(subject, period), Long.MIN_VALUE);
  }

  /** Whether something under that key belongs in a book. */
  public static boolean isBook(Key key) {
    return (int) key.high() == MARK;
  }

  /** Who keeps it: the closest that are neither its subject nor of the subject's network. */
  public List<Peer> holders(Key key) {
    Peer subject = byName().get(key.middle());
    List<Peer> holders = new ArrayList<>();
    for (Peer each : living.closest(key, HOLDERS + SPARE)) {
      boolean partial = subject != null && living.areNeighbours(subject, each);
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
        names.put(name(peer).high(), peer);
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
