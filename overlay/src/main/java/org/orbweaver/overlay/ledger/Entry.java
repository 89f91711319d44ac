package org.orbweaver.overlay.ledger;

import java.util.Arrays;
import java.util.Comparator;

/**
 * Something the swarm keeps.
 *
 * @param rank of two versions of an entry, the higher is true
 * @param body what it says, for those who know its kind; never changed after
 */
@SuppressWarnings("ArrayRecordComponent") // shared, not copied: there are millions
public record Entry(EntryId id, int rank, byte[] body) {
  public static final int MOST_BYTES = 1 << 20;

  /** Puts those that say nearly the same side by side; what is sent together should be. */
  public static final Comparator<Entry> BY_CONTENT =
      Comparator.comparing(Entry::body, Arrays::compareUnsigned);

  /**
   * Whether this version replaces the other. Of equal ranks none does: what a peer has kept stands,
   * for any rule that compares what the versions say would let a liar choose the better words. Two
   * peers may keep two results of one task for ever; each is signed, and its pieces are on r disks.
   */
  public boolean outranks(Entry other) {
    return rank > other.rank;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Entry it
        && id.equals(it.id)
        && rank == it.rank
        && Arrays.equals(body, it.body);
  }

  @Override
  public int hashCode() {
    return 31 * id.hashCode() + rank;
  }
}
