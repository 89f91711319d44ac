package org.orbweaver.overlay.node;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.book.BookPlace;
import org.orbweaver.overlay.keep.RepairRate;
import org.orbweaver.overlay.ledger.Disk;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.membership.Peer;
import org.orbweaver.overlay.rpc.Rpc;
import org.orbweaver.overlay.rpc.RpcMessage;

/**
 * Keeps each entry on the disks of the r peers closest to its key, by the three rules of the ledger
 * package.
 *
 * <p>What an entry asks for is entered with the {@link ReplicationQueue} when it comes, and what a
 * change of the view asks for by the {@link Rebalancing}.
 */
@SuppressWarnings("ReferenceEquality") // a placement is the same object until something changes
final class Replication implements ReplicationQueue.Settlement {
  /** Is told of what it should run. */
  interface Guarded {
    /** All entries it guards will be {@linkplain #found found} again: the view has changed. */
    void restart();

    /** A pass came by an entry that this peer is the primary of. */
    void found(Entry entry);

    /**
     * An entry came that this peer is the primary of, new or of a higher rank.
     *
     * @param isNew whether it was unknown, and no pass will come by it
     */
    void came(Entry entry, boolean isNew);
  }

  /** What becomes of an entry that all r have, and this peer need not keep. */
  @FunctionalInterface
  interface Surplus {
    void letGo(EntryId id);
  }

  /** Is told of a name behind which nothing can be read. */
  @FunctionalInterface
  interface Damage {
    void found(EntryId id);
  }

  /** What came from somebody is there and here, and perhaps nowhere else. */
  private static final int ONE_AND_ANOTHER = 2;

  private final Holders holders;
  private final Disk disk;
  private final boolean large;
  private final Guarded guarded;
  private final ReplicaSet places;
  private final ReplicationQueue pending;
  private final Rebalancing pass;
  private final History history;
  private final Map<EntryId, List<Runnable>> waiting = new HashMap<>();
  private final Surplus surplus;
  private final Damage damage;
  private final Declines declines;
  private final Refusers refusers;
  private long declinedHere;

  /** Of what is large; rows are taken from everybody. */
  private final Promises promises = new Promises();

  private Holders.@Nullable Placement promisedIn;

  /** What is kept of an entry when a higher one takes its place. */
  interface History {
    /** Null if nothing is. */
    @Nullable Entry displaced(Entry before, Entry now);
  }

  /**
   * @param large whether entries are worth asking for by name before they are sent
   * @param declines what this peer does not keep
   */
  Replication(
      Holders holders,
      Disk disk,
      boolean large,
      RepairRate rate,
      ReplicationQueue.Carrier carrier,
      Guarded guarded,
      Surplus surplus,
      Damage damage,
      History history,
      Declines declines,
      int copies) {
    this.declines = declines;
    this.refusers = new Refusers(holders, copies);
    this.history = history;
    this.surplus = surplus;
    this.damage = damage;
    this.holders = holders;
    this.disk = disk;
    this.large = large;
    this.guarded = guarded;
    this.places = new ReplicaSet(holders);
    this.pending = new ReplicationQueue(disk, large, rate, carrier, this);
    this.pass = new Rebalancing(holders, places, disk, pending, guarded, this::reconsider);
  }

  /** The r peers of the key. */
  List<Peer> holders(Key key) {
    return places.of(key);
  }

  /** Those of them that can be asked. */
  List<Peer> otherHolders(Key key) {
    return places.of(key).stream().filter(peer -> !peer.address().equals(holders.self())).toList();
  }

  /** Whether this peer is one of the r. */
  boolean holds(Key key) {
    return places.mine(places.of(key)) >= 0;
  }

  boolean guards(Key key) {
    return places.mine(places.of(key)) == 0;
  }

  /** Who keeps what now; the same object until that changes. */
  Holders.Placement placement() {
    return holders.now();
  }

  ReplicaSet replicas() {
    return places;
  }

  @Nullable Entry get(EntryId id) {
    return disk.get(id);
  }

  /**
   * Takes an entry in, unless what is here is as good.
   *
   * @param from who has it, or null for one that came about here
   * @return true if it was new or of a higher rank
   */
  boolean take(Entry entry, @Nullable Endpoint from) {
    Entry before = disk.get(entry.id());
    if (before != null && !entry.outranks(before)) {
      if (from != null && before.outranks(entry)) {
        giveBack(from, entry.id());
      }
      relyOn(entry.id());
      return false;
    }
    Entry past = before == null ? null : history.displaced(before, entry);
    if (past != null) {
      take(past, null);
    }
    disk.put(entry);
    promises.came(entry.id(), from);
    // Who brought it may have brought it to others, too: those are asked by name.
    oblige(entry.id(), from, from == null || !isAskedFor(entry.id()));
    if (guards(entry.id().key())) {
      guarded.came(entry, before == null && pass.isPast(entry.id()));
    }
    return true;
  }

  /**
   * The three rules, for one entry of which only this peer and {@code from} are known to have it.
   *
   * @param fresh whether nobody else can have it yet
   */
  private void oblige(EntryId id, @Nullable Endpoint from, boolean fresh) {
    List<Peer> responsible = holders(id.key());
    int mine = places.mine(responsible);
    if (mine == 0) {
      for (Peer other : responsible.subList(1, responsible.size())) {
        if (!other.address().equals(from)) {
          give(other, id, fresh);
        }
      }
    } else if (mine < 0) {
      stray(id, fresh);
    } else if (!responsible.getFirst().address().equals(from)) {
      give(responsible.getFirst(), id, fresh);
    }
  }

  /** The primary is to have it at once; it is let go of later. */
  private void stray(EntryId id, boolean fresh) {
    pass.metStray();
    List<Peer> responsible = holders(id.key());
    if (responsible.isEmpty()) {
      return;
    }
    if (fresh) {
      pending.owe(responsible.getFirst().address(), id, false);
    } else {
      pending.offer(responsible.getFirst().address(), id, responsible.size());
    }
  }

  /** What is large; and pages of books, which their speaker brings to all holders itself. */
  private boolean isAskedFor(EntryId id) {
    return large || BookPlace.isBook(id.key());
  }

  private void give(Peer to, EntryId id, boolean fresh) {
    if (refusers.has(to.address(), id)) {
      offerInstead(id); // who keeps it in that one's place may have an older version
      return;
    }
    if (isAskedFor(id) && !fresh) {
      pending.offer(to.address(), id, ONE_AND_ANOTHER);
    } else {
      pending.owe(to.address(), id, false);
    }
  }

  /**
   * Calls back when the entry, which came about here, is on r living disks: those of its holders
   * and of who stands in for them.
   */
  void publish(EntryId id, Runnable then) {
    waiting.computeIfAbsent(id, i -> new ArrayList<>()).add(then);
    oblige(id, null, true);
    oweStandIns(id, true);
    if (!guards(id.key())) {
      oweEverywhere(id); // the view has changed while it came about
    }
    if (pending.isPaid(id)) {
      paid(id);
    }
  }

  private void oweStandIns(EntryId id, boolean fresh) {
    for (Peer peer : holders.now().standIns(id.key())) {
      if (!peer.address().equals(holders.self())) {
        give(peer, id, fresh);
      }
    }
  }

  /** Calls back when the entry, which is here, is on the disks of all r as far as can be known. */
  void whenEverywhere(EntryId id, Runnable then) {
    waiting.computeIfAbsent(id, i -> new ArrayList<>()).add(then);
    if (!guards(id.key())) {
      oweEverywhere(id);
    } else if (!pass.isSettled()) {
      oblige(id, null, false); // the pass may not have come by yet
    }
    if (pending.isPaid(id)) {
      paid(id);
    }
  }

  /** The primary is to say when all have it; while some are away, only whether it has it. */
  private void oweEverywhere(EntryId id) {
    List<Peer> responsible = holders(id.key());
    if (responsible.isEmpty()) {
      return;
    }
    Endpoint primary = responsible.getFirst().address();
    if (holders.now().isComplete(id.key()) || holders.isLeaving()) {
      pending.owe(primary, id, true);
    } else if (!primary.equals(holders.self())) {
      pending.offer(primary, id, ONE_AND_ANOTHER);
    }
  }

  /** Calls back when each of these, which are here, is on r disks, this one's among them. */
  void whenEverywhere(List<EntryId> ids, Runnable then) {
    Countdown countdown = new Countdown(ids.size() + 1, then);
    ids.forEach(id -> whenEverywhere(id, countdown::one));
    sync(countdown::one);
  }

  /**
   * Answers an offer: what of it is wanted, now or later, or, if nothing is and {@code everywhere},
   * that all r have it. While a holder is away nothing is everywhere: who stands in must go on
   * keeping it.
   */
  void offered(
      Endpoint from, List<RpcMessage.Offer> offers, boolean everywhere, Rpc.ReplyTo replyTo) {
    RpcMessage.Wanted wanted = wanted(from, offers);
    byte[] declined = declined(offers.stream().map(RpcMessage.Offer::id).toList());
    BitSet refused = BitSet.valueOf(declined);
    if (!refused.isEmpty()) {
      BitSet rest = BitSet.valueOf(wanted.bits());
      rest.or(BitSet.valueOf(wanted.later())); // sent twice rather than not at all
      rest.andNot(refused);
      sync(() -> replyTo.send(new RpcMessage.Declined(rest.toByteArray(), declined)));
    } else if (everywhere && wanted.isNone()) {
      sayWhenEverywhere(from, offers.stream().map(RpcMessage.Offer::id).toList(), replyTo);
    } else {
      sync(() -> replyTo.send(wanted)); // what is not wanted must be safe here
    }
  }

  /** One bit for each that this peer has not, and does not take. */
  byte[] declined(List<EntryId> ids) {
    byte[] bits = new byte[Math.ceilDiv(ids.size(), 8)];
    for (int i = 0; i < ids.size(); i++) {
      if (isDeclinedHere(ids.get(i))) {
        declinedHere++;
        bits[i / 8] |= (byte) (1 << i % 8);
      }
    }
    return bits;
  }

  /** Whether this peer has it not, and does not want it. */
  boolean isDeclinedHere(EntryId id) {
    return declines.isAnything() && disk.rank(id) < 0 && declines.declines(id);
  }

  Refusers refusers() {
    return refusers;
  }

  long declinedHere() {
    return declinedHere;
  }

  /** Copies are counted without it: whoever else should have it is offered it. */
  @Override
  public void declined(Endpoint by, EntryId id) {
    if (refusers.add(by, id)) {
      offerInstead(id);
    }
    if (!holds(id.key())) {
      pass.metStray(); // it stays where it is, and is asked about again
    }
  }

  private void offerInstead(EntryId id) {
    for (Peer peer : refusers.instead(id)) {
      if (!peer.address().equals(holders.self())) {
        pending.offer(peer.address(), id, ONE_AND_ANOTHER);
      }
    }
  }

  /**
   * Brings what this peer does not want any more to those who should have it instead, and calls
   * back when they have it; false if there is nobody.
   */
  boolean shed(EntryId id, Runnable there) {
    refusers.add(holders.self(), id);
    if (refusers.instead(id).isEmpty()) {
      return false;
    }
    waiting.computeIfAbsent(id, i -> new ArrayList<>()).add(there);
    offerInstead(id);
    if (pending.isPaid(id)) {
      paid(id);
    }
    return true;
  }

  /**
   * See {@link #offered}. One that goes for good cannot wait for those who are away, who are
   * expected back for a day: stand-ins take its copies.
   */
  void sayWhenEverywhere(Endpoint from, List<EntryId> ids, Rpc.ReplyTo replyTo) {
    boolean complete = ids.stream().allMatch(id -> holders.now().isComplete(id.key()));
    if (complete || holders.isLeaving(from)) {
      ids.forEach(id -> oweStandIns(id, false));
      whenEverywhere(ids, () -> replyTo.send(new RpcMessage.Kept(holders.fingerprint(ids))));
    } else {
      sync(() -> replyTo.send(RpcMessage.Kept.HERE));
    }
  }

  private RpcMessage.Wanted wanted(Endpoint from, List<RpcMessage.Offer> offers) {
    BitSet now = new BitSet();
    BitSet later = new BitSet();
    for (int i = 0; i < offers.size(); i++) {
      if (wants(from, offers.get(i))) {
        (isPromised(from, offers.get(i).id()) ? later : now).set(i);
      }
    }
    return RpcMessage.Wanted.of(now, later);
  }

  /**
   * Whether another peer is about to send it; if none is, this one promises to by hearing that it
   * is wanted. One that goes for good is never asked to wait.
   */
  private boolean isPromised(Endpoint from, EntryId id) {
    if (!large || holders.isLeaving(from)) {
      return false;
    }
    if (promises.isUnderWay(id, from)) {
      return true;
    }
    promises.promise(id, from);
    return false;
  }

  /** Whether that peer is to send it by the rules as they are now. */
  private boolean isDuty(EntryId id, Endpoint by) {
    List<Peer> responsible = holders(id.key());
    int mine = places.mine(responsible);
    return holders.members().lives(by)
        && (mine == 0 || (mine > 0 && responsible.getFirst().address().equals(by)));
  }

  /** That peer was asked for what is lost here, and has said that it sends it. */
  void promised(EntryId id, Endpoint by) {
    if (large && disk.rank(id) < 0) {
      promises.promise(id, by);
    }
  }

  /** Whether what is lost here is about to come. */
  boolean isUnderWay(EntryId id) {
    return promises.isUnderWay(id);
  }

  /** Whether the offered version ranks higher. Where this peer knows better, it will say so. */
  private boolean wants(Endpoint from, RpcMessage.Offer offer) {
    int rank = disk.rank(offer.id());
    if (rank > offer.rank()) {
      giveBack(from, offer.id());
    }
    if (rank >= offer.rank()) {
      relyOn(offer.id());
      return false;
    }
    return true;
  }

  /**
   * Tells a peer what is better than what it has; not one that goes or has stood down. It needs no
   * better version of what it gives away, and one whose disk has failed never says that it took it:
   * until chaos found it (seed 4), nothing that such a peer had offered was ever settled.
   */
  private void giveBack(Endpoint to, EntryId id) {
    if (!holders.isLeaving(to)) {
      pending.owe(to, id, false);
    }
  }

  /**
   * Somebody takes this peer for a holder and is about to hear that the entry is here. If this peer
   * believes that it is none and has asked whether it may drop the entry, the answer on its way may
   * come from before the view changed: it asks again.
   */
  private void relyOn(EntryId id) {
    if (!pending.isPaid(id) && !holds(id.key()) && pass.mayLetGo()) {
      oweEverywhere(id);
    }
  }

  @Override
  public boolean agrees(RpcMessage.Kept reply, List<EntryId> about) {
    return reply.fingerprint() == holders.fingerprint(about);
  }

  @Override
  public boolean mayWait(EntryId id) {
    if (waiting.containsKey(id) || holders.isLeaving()) {
      return false;
    }
    pass.metStray();
    return true;
  }

  @Override
  public void everywhere(EntryId id) {
    if (isSurplus(id) && !refusers.has(id)) { // else it may be here in the place of a refuser
      surplus.letGo(id);
    }
  }

  /** Whether this peer need not keep it, and everybody has known that for a while. */
  boolean isSurplus(EntryId id) {
    return !holds(id.key()) && pass.mayLetGo();
  }

  /** It stays after all, and will be asked about again. */
  void keepSurplus() {
    pass.metStray();
  }

  @Override
  public void damaged(EntryId id) {
    damage.found(id);
  }

  /** Living peers that should have it: its holders, and who stands in for those that are away. */
  List<Peer> everyHolder(Key key) {
    List<Peer> all = new ArrayList<>(holders(key));
    all.addAll(holders.now().standIns(key));
    return all.stream().filter(peer -> !peer.address().equals(holders.self())).toList();
  }

  /** Whether everything here has been weighed under the view of now. */
  boolean isSettled() {
    return pass.isSettled();
  }

  /** Whether everything here has been weighed, and the view has not changed for so long. */
  boolean isStillFor(long nanos) {
    return pass.isStillFor(nanos);
  }

  /** Whether there is room for more to be owed. */
  boolean hasRoom() {
    return pending.moving() < Rebalancing.MOST_OWED;
  }

  /** Asks another holder whether it has this one, for it may have been lost there. */
  void offer(Peer to, EntryId id) {
    pending.offer(to.address(), id, Math.max(1, holders(id.key()).size() - 1));
  }

  /**
   * Gives it to a holder that has lost it; false if it is not here, is damaged, or is none of that
   * peer's.
   */
  boolean repair(Endpoint to, EntryId id) {
    List<Peer> responsible = holders(id.key());
    boolean gives =
        hasRoom()
            && disk.rank(id) >= 0
            && responsible.stream().anyMatch(peer -> peer.address().equals(to));
    if (gives) {
      pending.repair(to, id, Math.max(1, responsible.size() - 1));
    }
    return gives;
  }

  /** Whether it is still to be sent to somebody. */
  boolean owes(EntryId id) {
    return !pending.isPaid(id);
  }

  /** What was sent to those who lacked it, in bytes. */
  long repairBytes() {
    return pending.repairBytes();
  }

  @Override
  public void paid(EntryId id) {
    List<Runnable> callbacks = waiting.remove(id);
    if (callbacks != null) {
      callbacks.forEach(Runnable::run);
    }
  }

  /** Calls back when what was taken in so far would survive a crash of this peer. */
  void sync(Runnable durable) {
    disk.sync(durable);
  }

  /** How many entries are still on their way somewhere. */
  int owed() {
    return pending.size();
  }

  /** Enters what a change of the view asks for. */
  long followView(long now) {
    promises.at(now);
    if (promisedIn != holders.now()) {
      promisedIn = holders.now();
      promises.review(this::isDuty);
    }
    return pass.follow(now);
  }

  long pay(long at) {
    return pending.pay(at);
  }

  private void reconsider(EntryId id) {
    if (disk.rank(id) < 0) {
      paid(id); // deleted, because all r had it
      return;
    }
    oblige(id, null, false);
    if (waiting.containsKey(id)) {
      oweStandIns(id, false);
      if (!guards(id.key())) {
        oweEverywhere(id);
      }
    }
    if (pending.isPaid(id)) {
      paid(id);
    }
  }
}
