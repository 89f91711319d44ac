package org.orbweaver.overlay.node;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.membership.Absences;
import org.orbweaver.overlay.membership.Members;
import org.orbweaver.overlay.membership.MembershipView;
import org.orbweaver.overlay.membership.Peer;

/**
 * Results are large, so they do not move whenever somebody is silent for half a minute: they are
 * kept by the r closest of those who live or are expected back. While one of them is away, what is
 * new goes to the next living peer as well: it must be on r disks at once.
 */
final class ResultHolders implements Holders {
  private record Expected(
      MembershipView all, MembershipView living, Set<Endpoint> alive, int copies)
      implements Placement {
    @Override
    public List<Peer> of(Key key) {
      List<Peer> here = all.closest(key, copies).stream().filter(this::isAlive).toList();
      return here.isEmpty() ? living.closest(key, copies) : here;
    }

    @Override
    public boolean isComplete(Key key) {
      return all == living || all.closest(key, copies).stream().allMatch(this::isAlive);
    }

    @Override
    public List<Peer> living(Key key, int most) {
      return living.closest(key, most);
    }

    @Override
    public List<Peer> standIns(Key key) {
      if (isComplete(key)) {
        return List.of();
      }
      List<Peer> closest = new ArrayList<>(living.closest(key, copies));
      closest.removeAll(of(key));
      return closest;
    }

    private boolean isAlive(Peer peer) {
      return alive.contains(peer.address());
    }
  }

  private final Members members;
  private final Absences absences;
  private final int copies;
  private final Function<List<Peer>, MembershipView> views;
  private Expected current = new Expected(MembershipView.EMPTY, MembershipView.EMPTY, Set.of(), 0);
  private long reviewAt;

  ResultHolders(
      Members members, Absences absences, int copies, Function<List<Peer>, MembershipView> views) {
    this.members = members;
    this.absences = absences;
    this.copies = copies;
    this.views = views;
  }

  /** Looks who lives and who is still expected; returns when that may change by itself. */
  long follow(long now) {
    MembershipView living = members.view();
    if (living != current.living() || now >= reviewAt) {
      absences.review(now, members);
      reviewAt = absences.nextGivenUp(now);
      Set<Endpoint> alive =
          living.peers().stream().map(Peer::address).collect(Collectors.toCollection(HashSet::new));
      List<Peer> away = absences.expected(now);
      List<Peer> all = new ArrayList<>(living.peers());
      all.addAll(away);
      MembershipView view = away.isEmpty() ? living : views.apply(all);
      current = new Expected(view, living, alive, copies);
    }
    return reviewAt;
  }

  @Override
  public Members members() {
    return members;
  }

  @Override
  public Placement now() {
    return current;
  }

  /**
   * Of those who live and would keep just these: who is expected back two peers need not agree
   * about, for one that has started since has never heard of them.
   */
  @Override
  public long fingerprint(List<EntryId> ids) {
    long sum = 0; // in whatever order they come
    for (EntryId id : ids) {
      long mixed = id.key().high();
      for (Peer peer : current.living().closest(id.key(), copies)) {
        mixed = (mixed * 31 + peer.address().hashCode() ^ peer.disk()) * 0x9E3779B97F4A7C15L;
        mixed ^= mixed >>> 29;
      }
      sum += mixed;
    }
    return sum;
  }
}
