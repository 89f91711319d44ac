package org.orbweaver.overlay.node;

import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.keep.RangeSums;
import org.orbweaver.overlay.keep.ReadBack;
import org.orbweaver.overlay.ledger.Disk;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.membership.Peer;
import org.orbweaver.overlay.rpc.RpcMessage;
import org.orbweaver.wire.PacketHandler;

/**
 * Holders compare what they have (Herodotus §4.6): a while after a start, and once a day, at the
 * same time everywhere. Each reads its disk back and sums up what it shares with each other holder;
 * where sums differ, both go down a tree of key ranges, and in the ranges they end in each offers
 * the other the names it has. So a row that was lost without a trace comes back though nothing
 * moved, and two disks that are alike cost one small message.
 *
 * <p>Peers need not agree about who lives: where they differ, names are offered that turn out to be
 * known.
 */
final class Reconciliation {
  /** After a start, when what the others ask for has come and gone. */
  private static final long FIRST_AFTER = 60_000_000_000L;

  /** Of the disk, at most; a comparison is nothing that anybody waits for. */
  private static final double BYTES_PER_SECOND = 32 << 20;

  private static final long BREATH = 1_000_000L;

  /** Between stretches of a range: it is read on the peer's own thread, at anybody's word. */
  private static final long LIST_BREATH = 10_000_000L;

  /** So many times a period, at most, a range is gone through for one of the others. */
  private static final int LISTS_PER_PERIOD = 8;

  private static final int MOST_ASKED = 4;
  private static final int CHUNK = 128;

  /** The other is still reading. */
  private static final long NOT_YET = 20_000_000_000L;

  private static final int MOST_ATTEMPTS = 4;

  /** A node of the tree that one of the others is to be asked about. */
  private record Question(Endpoint other, int bits, int prefix, int attempt, long from) {}

  private final Replication replication;
  private final Disk disk;
  private final Losses losses;
  private final ReplicationQueue.Carrier carrier;
  private final long periodNanos;
  private long nextAt;
  private @Nullable EntryId cursor;
  private boolean reading;
  private long readAt;
  private RangeSums growing = new RangeSums();
  private @Nullable RangeSums standing;
  private final ArrayDeque<Question> questions = new ArrayDeque<>();
  private final DifferingRanges ranges;
  private DifferingRanges.@Nullable Range listing;
  private @Nullable EntryId listed;
  private long listAt;
  private int asked;
  private long now;
  private long passes;
  private long comparisons;
  private long differing;
  private long bytesRead;
  private long unread;

  /**
   * @param disk as it is: who reads back wants to know what is not sound
   * @param periodNanos how often; 0 for never
   */
  Reconciliation(
      long startedAt,
      Replication replication,
      Disk disk,
      Losses losses,
      ReplicationQueue.Carrier carrier,
      long periodNanos) {
    this.now = startedAt;
    this.replication = replication;
    this.disk = disk;
    this.losses = losses;
    this.carrier = carrier;
    this.periodNanos = periodNanos;
    this.ranges = new DifferingRanges(periodNanos / LISTS_PER_PERIOD);
    this.nextAt = startedAt + Math.min(FIRST_AFTER, periodNanos);
  }

  /** Reads on, asks on, lists on; returns when there is more to do. */
  long onTick(long at) {
    now = at;
    if (periodNanos == 0) {
      return PacketHandler.NEVER;
    }
    if (cursor == null && !reading && now >= nextAt && replication.isSettled()) {
      cursor = EntryId.FIRST;
      growing = new RangeSums();
    }
    if (cursor != null && !reading && now >= readAt) {
      EntryId from = cursor;
      reading = true;
      disk.beside(() -> ReadBack.from(disk, from), this::read);
    }
    ask();
    list();
    return next();
  }

  private long next() {
    long next =
        cursor == null ? Math.max(nextAt, now + BREATH) : reading ? PacketHandler.NEVER : readAt;
    if (!questions.isEmpty() && asked < MOST_ASKED) {
      next = Math.min(next, Math.max(questions.getFirst().from(), now + BREATH));
    }
    boolean isListing = listing != null || !ranges.isEmpty();
    return isListing ? Math.min(next, Math.max(listAt, now + BREATH)) : next;
  }

  private void read(ReadBack stretch) {
    reading = false;
    bytesRead += stretch.bytes();
    unread += stretch.unread();
    for (ReadBack.Copy copy : stretch.sound()) {
      List<Peer> responsible = replication.holders(copy.id().key());
      if (replication.replicas().mine(responsible) >= 0) {
        for (Peer other : replication.otherHolders(copy.id().key())) {
          if (!replication.refusers().has(other.address(), copy.id())) {
            growing.add(other.address(), copy.id(), copy.rank());
          }
        }
      }
    }
    stretch.damaged().forEach(losses::found);
    cursor = stretch.next();
    readAt = now + Math.max(BREATH, (long) (stretch.bytes() * 1e9 / BYTES_PER_SECOND));
    if (cursor == null) {
      finish();
    }
  }

  private void finish() {
    passes++;
    standing = growing;
    nextAt = (now / periodNanos + 1) * periodNanos;
    questions.clear();
    for (Endpoint other : growing.others()) {
      questions.add(new Question(other, 0, 0, 0, now));
    }
  }

  private void ask() {
    while (asked < MOST_ASKED && !questions.isEmpty() && questions.getFirst().from() <= now) {
      Question question = questions.removeFirst();
      RangeSums sums = standing;
      if (sums == null) {
        return;
      }
      long[] below = sums.below(question.other(), question.bits(), question.prefix());
      asked++;
      comparisons++;
      carrier.carry(
          now,
          question.other(),
          new RpcMessage.Compare(question.bits(), question.prefix(), below),
          (at, reply) -> {
            asked--;
            answered(at, question, reply);
          });
    }
  }

  private void answered(long at, Question question, @Nullable RpcMessage reply) {
    if (reply instanceof RpcMessage.Differing(int bits)) {
      for (int i = 0; i < RangeSums.CHILDREN; i++) {
        if ((bits >>> i & 1) != 0) {
          int prefix = question.prefix() << RangeSums.STEP | i;
          int depth = question.bits() + RangeSums.STEP;
          if (depth == RangeSums.BITS) {
            differs(question.other(), prefix);
          } else {
            questions.addFirst(new Question(question.other(), depth, prefix, 0, at));
          }
        }
      }
    } else if (RpcMessage.Kept.HERE.equals(reply) && question.attempt() < MOST_ATTEMPTS) {
      questions.addLast(
          new Question(
              question.other(),
              question.bits(),
              question.prefix(),
              question.attempt() + 1,
              at + Math.min(NOT_YET, periodNanos / MOST_ATTEMPTS)));
    }
  }

  /** Another holder compares its sums with these. */
  RpcMessage onCompare(Endpoint from, RpcMessage.Compare theirs) {
    RangeSums sums = standing;
    if (sums == null) {
      return RpcMessage.Kept.HERE;
    }
    long[] ours = sums.below(from, theirs.bits(), theirs.prefix());
    int bits = 0;
    for (int i = 0; i < RangeSums.CHILDREN; i++) {
      if (ours[i] != theirs.sums()[i]) {
        bits |= 1 << i;
        if (theirs.bits() + RangeSums.STEP == RangeSums.BITS) {
          differs(from, theirs.prefix() << RangeSums.STEP | i);
        }
      }
    }
    return new RpcMessage.Differing(bits);
  }

  private void differs(Endpoint other, int leaf) {
    if (ranges.enter(now, other, leaf)) {
      differing++;
    }
  }

  /** Offers the names of a range, some at a time. */
  private void list() {
    if (now < listAt || !replication.hasRoom()) {
      return;
    }
    DifferingRanges.Range range = listing == null ? ranges.next() : listing;
    if (range == null) {
      return;
    }
    listAt = now + LIST_BREATH;
    EntryId from = listed;
    if (from == null) {
      from =
          new EntryId(
              new Key((long) range.leaf() << Long.SIZE - RangeSums.BITS, 0, 0), Long.MIN_VALUE);
    }
    List<Entry> chunk = disk.from(from, CHUNK);
    for (Entry entry : chunk) {
      if (RangeSums.leaf(entry.id()) != range.leaf()) {
        break;
      }
      replication.otherHolders(entry.id().key()).stream()
          .filter(
              peer -> peer.address().equals(range.other()) && replication.holds(entry.id().key()))
          .forEach(peer -> replication.offer(peer, entry.id()));
    }
    boolean over = chunk.size() < CHUNK || RangeSums.leaf(chunk.getLast().id()) != range.leaf();
    listed = over ? null : chunk.getLast().id().next();
    listing = over ? null : range;
  }

  /** Complete passes over the disk since the start. */
  long passes() {
    return passes;
  }

  long comparisons() {
    return comparisons;
  }

  /** Ranges in which another holder had something else. */
  long differing() {
    return differing;
  }

  long bytesRead() {
    return bytesRead;
  }

  /** Copies that could not be read just then. */
  long unread() {
    return unread;
  }
}
