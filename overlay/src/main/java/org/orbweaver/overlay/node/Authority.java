package org.orbweaver.overlay.node;

import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.crawl.CrawlRecord;
import org.orbweaver.overlay.crawl.CrawlTally;
import org.orbweaver.overlay.crawl.Takedowns;
import org.orbweaver.overlay.entry.EntryKind;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.membership.Members;
import org.orbweaver.overlay.membership.Peer;
import org.orbweaver.overlay.membership.PeerClaim;
import org.orbweaver.overlay.memory.LruMap;
import org.orbweaver.overlay.task.Authorship;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.overlay.task.HostPart;
import org.orbweaver.overlay.task.PastResult;
import org.orbweaver.overlay.task.RoundOutcome;
import org.orbweaver.overlay.task.Signatures;
import org.orbweaver.overlay.task.Task;

/**
 * Who may say what of an entry. A crawl speaks for itself: its owner signed it; so does what is
 * said of a peer, and what a peer has counted. A task that waits anybody may bring who takes part,
 * and say what it draws of a crawl's budget (so a member can use a budget up; what it can gain by
 * that is for trust to weigh). Everything else says that something need not be done, and only the
 * primary of the key is believed that:
 *
 * <ul>
 *   <li>a replica believes its primary;
 *   <li>a primary believes whoever was primary before it: a result names its author and its time,
 *       and it counts if no peer that stands closer to the key was there by then. A result that
 *       does not count is no loss: the task is queued, and done by who should have done it. The
 *       time is the author's word, so it is held against what is known of it: no result is older
 *       than its round, and neither its author nor who brings it can have kept the key if enough
 *       others that stand closer have been there ever since;
 *   <li>what has no author (names, full parts, attempts) a primary believes the replicas only while
 *       it is new itself, because then they know more than it does.
 * </ul>
 *
 * So of two results of one task that of the peer closest to its key is taken in, and what was taken
 * in stands. A stranger wins never; a replica may lie about the time before the primary came, any
 * member about the time of a crawl before nearly all peers around the key came, and a primary about
 * its own keys: that needs trust.
 */
final class Authority {
  /** For how long after a peer has come the one before it may finish what it has in work. */
  private static final long GRACE = 60_000_000_000L;

  /** How long it may take until a newcomer has been given all that it answers for. */
  private static final long NEWCOMER = 3_600_000_000_000L;

  /** By which clocks may differ. */
  private static final long AHEAD = 600_000_000_000L;

  private static final int REMEMBERED = 1 << 12;

  /** What to do with an entry that another peer brings. */
  enum Judgement {
    KEEP,
    /** It says too much: only that there is such a task is believed. */
    AS_QUEUED,
    REFUSE
  }

  /** Who may write in a book. */
  interface Books {
    boolean admits(Entry page, long now);
  }

  private final Members members;
  private final ReplicaSet replicas;
  private final Signatures signatures;
  private final Books books;
  private final CrawlCalendar calendar;
  private final int copies;
  private final long startedAt;

  /** Roots whose signature was looked at: there are up to 256 results under each. */
  private final Map<String, Boolean> checked = new LruMap<>(REMEMBERED);

  Authority(
      Members members,
      ReplicaSet replicas,
      Signatures signatures,
      Books books,
      CrawlCalendar calendar,
      int copies,
      long startedAt) {
    this.calendar = calendar;
    this.copies = copies;
    this.books = books;
    this.members = members;
    this.replicas = replicas;
    this.signatures = signatures;
    this.startedAt = startedAt;
  }

  /** What to do with a sound entry that is new here, or ranks higher than what is here. */
  Judgement judge(long now, Endpoint from, Entry entry) {
    Key key = entry.id().key();
    EntryKind kind = EntryKind.of(entry.body());
    return switch (kind) {
      case null -> Judgement.REFUSE;
      case PIECE -> Judgement.REFUSE;
      case CRAWL -> keepIf(CrawlRecord.read(entry) != null);
      case BOOK -> keepIf(books.admits(entry, now));
      case TALLY -> keepIf(CrawlTally.read(entry) != null);
      case TAKEDOWNS -> keepIf(Takedowns.read(entry) != null);
      case SPENDING -> Judgement.KEEP;
      case PART -> keepIf(speaksFor(now, from, key));
      case REPORT -> {
        HostPart child = HostPart.reportedBy(entry);
        yield keepIf(speaksFor(now, from, key) || (child != null && leads(from, child.id().key())));
      }
      case TASK -> judgeTask(now, from, entry);
      case PAST -> keepIf(isTruePast(now, from, entry));
    };
  }

  /**
   * Crawls whose records are on their way here, and must be known before these are judged. Or
   * whoever is quick could say that a page was done before its crawl began.
   */
  Set<CrawlId> awaited(long now, Endpoint from, List<Entry> entries) {
    Set<CrawlId> awaited = new LinkedHashSet<>();
    Set<CrawlId> known = new HashSet<>();
    for (Entry entry : entries) {
      if (!leads(from, entry.id().key())) {
        Entry record = PastResult.isPast(entry.body()) ? PastResult.record(entry) : entry;
        Task task = record == null ? null : Task.of(record);
        if (record != null
            && task != null
            && record.rank() > 0
            && !awaited.contains(task.crawl())
            && !known.contains(task.crawl())
            && RoundOutcome.of(task, record) != null) {
          (calendar.isAsking(now, task.crawl()) ? awaited : known).add(task.crawl());
        }
      }
    }
    return awaited;
  }

  private static Judgement keepIf(boolean believed) {
    return believed ? Judgement.KEEP : Judgement.REFUSE;
  }

  private Judgement judgeTask(long now, Endpoint from, Entry entry) {
    Key key = entry.id().key();
    Task task = Task.of(entry);
    if (task == null) {
      return Judgement.REFUSE;
    }
    boolean believed =
        switch (Task.state(entry)) {
          case Task.PROCESSED ->
              isRound(now, from, task, key) && isTrueResult(now, from, task, entry);
          case Task.ELSEWHERE ->
              speaksFor(now, from, key)
                  || leads(from, task.at(task.level() - HostPart.STEP).id().key());
          default ->
              entry.rank() == 0
                  || isRound(now, from, task, key)
                      && (RoundOutcome.of(task, entry) == null
                          ? speaksFor(now, from, key)
                          : isTrueResult(now, from, task, entry));
        };
    return believed
        ? Judgement.KEEP
        : Task.state(entry) == Task.ELSEWHERE ? Judgement.REFUSE : Judgement.AS_QUEUED;
  }

  /**
   * Whether that round may have begun. One of the far future would outrank every other: nobody
   * would visit the page again. Of a crawl that is not known here its primary is believed.
   */
  private boolean isRound(long now, Endpoint from, Task task, Key key) {
    Boolean possible = calendar.isPossible(now, task.crawl(), task.round());
    return task.round() == 0 || (possible == null ? leads(from, key) : possible);
  }

  /** Whether what came of the task, now or in a round before, counts. */
  private boolean isTrueResult(long now, Endpoint from, Task task, Entry entry) {
    RoundOutcome outcome = RoundOutcome.of(task, entry);
    Key key = entry.id().key();
    return outcome != null
        && isSigned(outcome, entry.id())
        && (leads(from, key) || mayHaveBeenPrimary(now, from, task, outcome));
  }

  /** Whether a task's record that a peer shows may be believed; leading the key is not enough. */
  boolean isTrue(long now, Endpoint from, Entry record) {
    Task task = Task.of(record);
    RoundOutcome outcome = task == null ? null : RoundOutcome.of(task, record);
    return task != null
        && outcome != null
        && isSigned(outcome, record.id())
        && mayHaveBeenPrimary(now, from, task, outcome);
  }

  /** The same of what it was before, whoever brings it. */
  private boolean isTruePast(long now, Endpoint from, Entry past) {
    Entry record = PastResult.record(past);
    Task task = record == null ? null : Task.of(record);
    return record != null && task != null && isTrueResult(now, from, task, record);
  }

  private boolean isSigned(RoundOutcome outcome, EntryId task) {
    Authorship by = outcome.by();
    String name =
        HexFormat.of().formatHex(by.key()) + by.rootText(task, outcome.round(), outcome.result());
    return checked.computeIfAbsent(
        name, n -> by.isGenuine(signatures, task, outcome.round(), outcome.result()));
  }

  /**
   * Whether the author was, as far as this peer knows, the closest to the key at the time.
   *
   * @param from who brings it, and has kept it at some time since
   */
  private boolean mayHaveBeenPrimary(long now, Endpoint from, Task task, RoundOutcome outcome) {
    Authorship by = outcome.by();
    Key key = task.id().key();
    if (by.time() < 0 || by.time() > now + AHEAD) {
      return false;
    }
    PeerClaim author = members.about(by.author());
    boolean known =
        author != null
            && (by.key().length == 0
                || Arrays.equals(author.peer().credentials().signingKey(), by.key()));
    if (known && leads(by.author(), key)) {
      return true;
    }
    if (!calendar.hadBegun(now, task.crawl(), outcome.round(), by.time() + AHEAD)
        || !members.mayHaveKept(by.author(), key, copies, by.time() - GRACE)
        || !members.mayHaveKept(from, key, copies, by.time() - GRACE)) {
      return false;
    }
    Peer primary = primary(key);
    PeerClaim its = primary == null ? null : members.about(primary.address());
    boolean wasThere = its != null && its.peer().incarnation() + GRACE < by.time();
    return !wasThere || (!known && by.time() < now - Members.FORGET_AFTER);
  }

  /** Whether that peer may say what has no author. */
  private boolean speaksFor(long now, Endpoint from, Key key) {
    return leads(from, key)
        || (now - startedAt < NEWCOMER
            && replicas.of(key).stream().anyMatch(peer -> peer.address().equals(from)));
  }

  private @Nullable Peer primary(Key key) {
    List<Peer> closest = replicas.of(key);
    return closest.isEmpty() ? null : closest.getFirst();
  }

  /**
   * Whether that peer is the key's primary, or would be if it had not left or died. Who stands
   * closer and was passed over has no say.
   */
  private boolean leads(Endpoint who, Key key) {
    Peer primary = primary(key);
    return primary == null
        || primary.address().equals(who)
        || (members.shares().mayLead(who, key) && members.isCloser(who, primary.address(), key));
  }
}
