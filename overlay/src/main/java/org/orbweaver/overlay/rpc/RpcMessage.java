package org.orbweaver.overlay.rpc;

import java.util.BitSet;
import java.util.List;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.keep.CopyTag;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.membership.PeerClaim;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.overlay.task.HostPart;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.overlay.task.TaskKey;

/**
 * What peers say to each other: Kademlia's calls, the four that the paper adds (§2.2.2), and their
 * answers.
 */
public sealed interface RpcMessage {
  /** What is asked of a peer. */
  sealed interface Call extends RpcMessage {}

  /** What it answers; sent without having been asked, it means nothing. */
  sealed interface Answer extends RpcMessage {}

  /** Messages with more elements than this are nobody's honest work. */
  int MOST_ELEMENTS = 1 << 14;

  /**
   * Are you there? With some news, and a number that tells whether both believe the same of all
   * members.
   */
  record Ping(long fingerprint, Condition condition, List<PeerClaim> rumours) implements Call {}

  /** Yes. With some news. */
  record Pong(long fingerprint, Condition condition, List<PeerClaim> rumours) implements Answer {}

  /**
   * How the one who says so is, as far as it matters to the other.
   *
   * @param clock its time; 0 if it does not say
   * @param cannotReachYou by TCP
   */
  record Condition(long clock, boolean cannotReachYou, boolean takesNothing) {
    public static final Condition UNTOLD = new Condition(0, false, false);
  }

  /**
   * Here I am; who else is there?
   *
   * @param after behind which address the answer is to begin
   */
  record Join(PeerClaim newcomer, Endpoint after) implements Call {}

  /** So many of the living, by address. */
  record Roster(List<PeerClaim> members) implements Answer {}

  /** Who is closest to this key? */
  record FindNode(Key key) implements Call {}

  record Nodes(List<PeerClaim> closest) implements Answer {}

  /** What came of this? */
  record FindValue(EntryId id) implements Call {}

  /** The entry, or none. */
  record Value(List<Entry> found) implements Answer {}

  /**
   * What has come of tasks that you keep, between these names?
   *
   * @param from the first name of interest
   * @param to the last
   * @param crawl only of this one; {@link #ANY_CRAWL} for all
   */
  record ListResults(EntryId from, EntryId to, CrawlId crawl) implements Call {
    public static final CrawlId ANY_CRAWL = CrawlId.numbered(0);

    /** Of one key: all that came of one address. */
    public static ListResults of(Key key) {
      return new ListResults(
          new EntryId(key, Long.MIN_VALUE), new EntryId(key, Long.MAX_VALUE), ANY_CRAWL);
    }

    /** Whether all of it is in one place: an address, or a part of a host. */
    public boolean isOfOneHost() {
      return from.key().high() == to.key().high();
    }

    /** Whether it is what was asked for. */
    public boolean wants(EntryId id, CrawlId of) {
      return id.key().compareTo(from.key()) >= 0
          && id.key().compareTo(to.key()) <= 0
          && (crawl.equals(ANY_CRAWL) || crawl.equals(of));
    }
  }

  /**
   * The records of tasks that brought something, those of earlier rounds among them.
   *
   * @param next where to go on asking; none if that was all
   */
  record Results(List<Entry> records, List<EntryId> next) implements Answer {}

  /** A question that only the peers' programs understand: which pages have these words? */
  @SuppressWarnings("ArrayRecordComponent") // never changed
  record Enquire(byte[] question) implements Call {
    public static final int MOST_BYTES = 4 << 10;
  }

  /** What the program says to it; nothing if it does not understand. */
  @SuppressWarnings("ArrayRecordComponent") // never changed
  record Told(byte[] answer) implements Answer {
    public static final int MOST_BYTES = 128 << 10;
  }

  /** STORE_TASK: run these, they are yours. Answered when all r peers have them on disk. */
  record StoreTask(List<Entry> tasks) implements Call {}

  /**
   * What became of each: for one that is not the receiver's, {@link #NOT_MINE}, and the peers it
   * believes closer; for a page that is not in this part of its host and for which there is no
   * room, {@link #FULL} plus the number of steps down to which all parts that follow are full too;
   * if the part is only about to be full, {@link #FILLING}, which is true for this page but not yet
   * for others.
   */
  @SuppressWarnings("ArrayRecordComponent") // one byte each, never changed
  record Stored(byte[] verdicts, List<PeerClaim> closer) implements Answer {
    public static final byte ACCEPTED = 0;
    public static final byte KNOWN = 1;
    public static final byte NOT_MINE = 2;
    public static final byte REFUSED = 3;
    public static final byte FILLING = 4;
    public static final byte FULL = 16;

    /** No part has more than so many steps below it. */
    public static final byte HIGHEST = FULL + 1 + TaskKey.HIGHEST_LEVEL / HostPart.STEP;

    /** Whether it is one of these. */
    static boolean isVerdict(int verdict) {
      return verdict <= FILLING ? verdict >= 0 : verdict > FULL && verdict <= HIGHEST;
    }
  }

  /**
   * STORE_BACKUP: keep these. Answered when they are on the receiver's disk or, if {@code
   * everywhere}, on those of all r peers.
   */
  record StoreBackup(List<Entry> entries, boolean everywhere) implements Call {}

  /** DELETE_BACKUP: these are processed, with this result; let go of the queued ones. */
  record DeleteBackup(List<Entry> processed) implements Call {}

  /**
   * They are where they should be.
   *
   * @param fingerprint what the peer that says so believes of all members; 0 if it answers only for
   *     its own disk
   */
  record Kept(long fingerprint) implements Answer {
    public static final Kept HERE = new Kept(0);
  }

  /**
   * REFRESH_TASK: these belong to you now, or so I think; which do you lack? If it lacks none and
   * {@code everywhere}, that is answered when all r peers have them.
   */
  record RefreshTask(List<Offer> offers, boolean everywhere) implements Call {}

  /** The same about results, which are kept apart: backups, offers, questions and comparisons. */
  record OfResults(Call call) implements Call {}

  /**
   * My sums over what we both should keep, in the ranges below one (see {@link
   * org.orbweaver.overlay.keep.RangeSums}): where do yours differ?
   */
  @SuppressWarnings("ArrayRecordComponent") // never changed
  record Compare(int bits, int prefix, long[] sums) implements Call {}

  /** One bit for each range. */
  record Differing(int ranges) implements Answer {}

  /** I should keep these and have lost them: which have you? They are sent at the repair rate. */
  record Missing(List<EntryId> ids) implements Call {
    static final int MOST = 256;
  }

  /** Read these back under this nonce, and show that you have. */
  @SuppressWarnings("ArrayRecordComponent") // never changed
  record Challenge(byte[] nonce, List<EntryId> ids) implements Call {
    public static final int MOST = 64;
  }

  /** A {@link CopyTag} for each, of zeros for what is not there. */
  @SuppressWarnings("ArrayRecordComponent") // never changed
  record Tags(byte[] tags) implements Answer {}

  /**
   * I answer for this task and do not run it, by a rule of my operator's: run it for me, and tell
   * me how it went.
   */
  record RunTask(Entry task) implements Call {}

  /** Whether it will; else somebody else is to be asked, or the same one later. */
  record WillRun(boolean taken) implements Answer {}

  /**
   * How it went with what you had me run.
   *
   * @param nanos before which trying again is of no use
   * @param said what came of it if it was done, and otherwise why it was not, in UTF-8
   */
  @SuppressWarnings("ArrayRecordComponent") // never changed
  record TaskRun(EntryId id, End end, long nanos, byte[] said) implements Call {
    static final int MOST_BYTES = Task.LONGEST_RESULT;

    /** See {@link org.orbweaver.overlay.task.Runner.Finish}. */
    public enum End {
      DONE,
      AGAIN,
      FAILED,
      REFUSED
    }
  }

  /**
   * SEEK_TASKS: a client, which answers for nothing, has room for so many tasks of yours.
   *
   * @param running what it has of you already: what else you have lent it did not arrive
   */
  record SeekTasks(int room, List<EntryId> running) implements Call {
    public static final int MOST = 64;
  }

  /**
   * Run these, each within that time, under my leases, and bring me what comes of them.
   *
   * @param because why there are none, if that has a reason; in words, for people, in ISO 8859-1
   */
  record LentTasks(List<Entry> tasks, long withinNanos, String because) implements Answer {
    static final int MOST_BYTES = 1 << 10;

    public static LentTasks none(String because) {
      int length = Math.min(because.length(), MOST_BYTES); // addresses may be longer
      return new LentTasks(List.of(), 0, because.substring(0, length));
    }
  }

  /**
   * The same as {@link Lend}, for a task that the receiver has lent: it borrows the name itself,
   * and answers with {@link Lent}.
   */
  record TakeTurn(EntryId task, Key name, long ticket, long rest) implements Call {}

  /** A piece of what came of a lent task. */
  record BringPiece(EntryId task, Entry piece) implements Call {}

  /**
   * How it went with a lent task, when all of its pieces were brought and its links are where they
   * belong.
   *
   * @param said as in {@link TaskRun}
   * @param signature of the client's, see {@link org.orbweaver.overlay.task.ClientWork}
   */
  @SuppressWarnings("ArrayRecordComponent") // never changed
  record BringResult(EntryId task, TaskRun.End end, byte[] said, byte[] signature) implements Call {
    static final int MOST_SIGNATURE = 64;
  }

  /** Whether it was taken; it is not if the task is not lent to who brings it, or not any more. */
  record Taken(boolean taken) implements Answer {}

  /** An entry by name and rank. */
  record Offer(EntryId id, int rank) {
    public static Offer of(Entry entry) {
      return new Offer(entry.id(), entry.rank());
    }
  }

  /**
   * Lend me this name, or with a ticket: take it back, and let it rest.
   *
   * @param ticket of the lease that is given back; 0 to ask for one
   * @param rest in nanoseconds
   */
  record Lend(Key name, long ticket, long rest) implements Call {}

  /** Here it is, under this ticket; or, without one, ask again after that time. */
  record Lent(long waitNanos, long ticket) implements Answer {}

  /**
   * Of these books, which pages do you keep of the periods in which yours are not the ones that I
   * have read?
   *
   * @param since the first period that matters
   * @param salt under which the names are summed up: nobody can make pages whose sum is known
   * @param books by their numbers
   * @param sums over the names of all pages of these books that were written in a period, from the
   *     first that matters on; of later ones nothing is read
   */
  @SuppressWarnings("ArrayRecordComponent") // never changed
  record ListPages(int since, long salt, long[] books, long[] sums) implements Call {
    /** About so many somebody may ask at once. */
    public static final int MOST_BOOKS = 1 << 8;

    static final int MOST_PERIODS = 1 << 8;

    /** Of one period. */
    public long sum(int period) {
      int at = period - since;
      return at >= 0 && at < sums.length ? sums[at] : 0;
    }
  }

  /** Pages of a book that were written in one period, by name. */
  @SuppressWarnings("ArrayRecordComponent") // never changed
  record Chapter(long book, int period, long[] names) {}

  /** Which pages are there, of the chapters that differ; as many as an answer has room for. */
  record Chapters(List<Chapter> differing) implements Answer {}

  /** Show me these pages. */
  record ReadPages(List<Chapter> wanted) implements Call {}

  /** As many of them as an answer has room for. */
  record Pages(List<Entry> shown) implements Answer {}

  /** Not for you; why, and what would have to be done, is signed. */
  @SuppressWarnings("ArrayRecordComponent") // never changed
  record Refused(byte[] signed) implements Answer {
    static final int MOST_BYTES = 1 << 10;
  }

  /**
   * Of what was offered or sent, some is not kept here, by a rule of this peer's operator: count
   * your copies without me. The rest is wanted, or has been kept.
   *
   * @param wanted one bit per offer
   * @param declined likewise
   */
  @SuppressWarnings("ArrayRecordComponent") // bit sets, never changed
  record Declined(byte[] wanted, byte[] declined) implements Answer {
    public boolean wants(int index) {
      return Wanted.has(wanted, index);
    }

    public boolean declines(int index) {
      return Wanted.has(declined, index);
    }
  }

  /**
   * Which of what was offered is to be sent: one bit per offer, twice.
   *
   * @param bits what is lacking and nobody else is about to send
   * @param later what is lacking, and has been promised by another; to be offered again
   */
  @SuppressWarnings("ArrayRecordComponent") // bit sets, never changed
  record Wanted(byte[] bits, byte[] later) implements Answer {
    public static Wanted of(BitSet bits, BitSet later) {
      return new Wanted(bits.toByteArray(), later.toByteArray());
    }

    /** It lacks nothing. */
    public boolean isNone() {
      return isEmpty(bits) && isEmpty(later);
    }

    private static boolean isEmpty(byte[] set) {
      return BitSet.valueOf(set).isEmpty();
    }

    public boolean wants(int index) {
      return has(bits, index);
    }

    public boolean wantsLater(int index) {
      return has(later, index);
    }

    static boolean has(byte[] set, int index) {
      return index / 8 < set.length && (set[index / 8] >>> index % 8 & 1) != 0;
    }
  }
}
