package org.orbweaver.overlay.node;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.book.BookPlace;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.membership.Members;
import org.orbweaver.overlay.membership.MembershipView;
import org.orbweaver.overlay.membership.Peer;
import org.orbweaver.overlay.membership.TaskShares;

/**
 * A task, and the record of what came of it, is kept by the r closest of those who live now, led by
 * the first of them whose {@linkplain TaskShares share} it is in; what a peer says by twelve of
 * other networks.
 */
@SuppressWarnings("ReferenceEquality") // views and shares are the same until something changes
final class TaskHolders implements Holders {
  private record Closest(MembershipView living, TaskShares shares, BookPlace books, int copies)
      implements Placement {
    @Override
    public List<Peer> of(Key key) {
      return BookPlace.isBook(key)
          ? books.holders(key)
          : shares.inOrder(living.closest(key, copies), key);
    }

    @Override
    public boolean isComplete(Key key) {
      return true;
    }

    @Override
    public List<Peer> living(Key key, int most) {
      return living.closest(key, most);
    }

    @Override
    public List<Peer> standIns(Key key) {
      return List.of();
    }
  }

  private final Members members;
  private final int copies;
  private @Nullable Closest current;

  TaskHolders(Members members, int copies) {
    this.members = members;
    this.copies = copies;
  }

  @Override
  public Members members() {
    return members;
  }

  @Override
  public Placement now() {
    MembershipView living = members.view();
    TaskShares shares = members.shares();
    Closest placement = current;
    if (placement == null || placement.living() != living || placement.shares() != shares) {
      placement = new Closest(living, shares, new BookPlace(living), copies);
      current = placement;
    }
    return placement;
  }

  @Override
  public long fingerprint(List<EntryId> ids) {
    return members.fingerprint();
  }
}
