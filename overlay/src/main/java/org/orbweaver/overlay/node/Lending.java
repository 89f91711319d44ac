package org.orbweaver.overlay.node;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.book.BookPlace;
import org.orbweaver.overlay.lease.Leases;
import org.orbweaver.overlay.ledger.Disk;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.membership.Allowance;
import org.orbweaver.overlay.membership.Locality;
import org.orbweaver.overlay.membership.Peer;
import org.orbweaver.overlay.memory.LruMap;
import org.orbweaver.overlay.rpc.Rpc;
import org.orbweaver.overlay.rpc.RpcMessage;
import org.orbweaver.overlay.rpc.RpcMessage.Taken;
import org.orbweaver.overlay.task.ClientWork;
import org.orbweaver.overlay.task.Piece;
import org.orbweaver.overlay.task.Result;
import org.orbweaver.overlay.task.Runner;
import org.orbweaver.overlay.task.Signatures;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.overlay.task.TaskKey;
import org.orbweaver.overlay.trust.Inspector;
import org.orbweaver.trust.Sight;
import org.orbweaver.wire.PacketHandler;

/**
 * Tasks that this peer answers for and clients run, who cannot be reached and come to ask. The
 * client fetches the page in the turns of this peer, sends its links where they belong, and brings
 * the page here; this peer signs the record and is judged by it.
 *
 * <p>So it looks before it signs. What a client brings waits in its <em>lot</em>; one of the lot,
 * drawn when all are here, is fetched from its origin by this peer. If that is the same, the lot
 * counts; if it is something else, the lot is thrown away and done here, and the client is a
 * stranger again or, contradicted at several hosts, is lent nothing more; if nobody can say, that
 * one is done here and another is drawn. Of a client that nobody knows a lot is one result, and
 * after many good ones sixteen. That a page cannot be had no client is believed.
 *
 * <p>Nothing of this is on disk. The task stays queued on r disks until its record is there; what a
 * client does not bring in {@link #LASTS} is this peer's again, and is lent to nobody any more. So
 * a client that vanishes, or a lender, costs time and loses nothing.
 *
 * <p>Bounded: {@link #MOST} tasks, {@link #MOST_IN_NETWORK} for one network, few for a client, one
 * of each host; {@link #MOST_BYTES} for a task and {@link #MOST_BYTES_IN_ALL} that do not count
 * yet.
 */
final class Lending {
  private static final long SECOND = 1_000_000_000L;

  /** A client that waits for its host's turn behind others may take that long. */
  static final long LASTS = 120 * SECOND;

  /** What came of a task is looked at after that time, however few others came. */
  private static final long LOT_WAITS = 10 * SECOND;

  private static final long LONGEST_LOOK = 300 * SECOND;
  private static final long LONGEST_OFFER = 8 * SECOND;
  private static final long LOOK_EVERY = SECOND;

  /** For which nothing is lent of a host whose last task did not come back. */
  private static final long HOST_RESTS = 600 * SECOND;

  static final int MOST = 256;
  static final int MOST_IN_NETWORK = 16;
  private static final int MOST_IN_LOT = 64;

  /** As much as trust reads of a page. */
  static final long MOST_BYTES = 16L << 20;

  static final long MOST_BYTES_IN_ALL = 256L << 20;
  private static final int MOST_REMEMBERED = 1 << 14;
  private static final double SEEKS_A_SECOND = 5;
  private static final int MOST_SEEKS = 50;

  private enum State {
    ASKED_FOR,
    OUT,
    BROUGHT
  }

  private final class Loan {
    private final TaskScheduler.OnLoan task;
    private final Key client;
    private final long network;
    private final Set<EntryId> brought = new HashSet<>();
    private final Set<EntryId> fresh = new HashSet<>();
    private final LentTurns.OfLoan turns = new LentTurns.OfLoan();
    private Runner.@Nullable Lent lent;
    private State state = State.ASKED_FOR;
    private long until = now + LASTS;
    private long bytes;
    private @Nullable Result result;

    Loan(TaskScheduler.OnLoan task, Key client, long network) {
      this.task = task;
      this.client = client;
      this.network = network;
    }

    boolean isBefore(Result other) {
      Result before = task.before();
      return before != null && !before.pieces().isEmpty() && before.pieces().equals(other.pieces());
    }
  }

  /** Tasks for a client that are being made ready for it. */
  private final class Offer {
    private final Rpc.ReplyTo replyTo;
    private final List<Loan> ready;
    private final long until = now + LONGEST_OFFER;
    private int open;
    private boolean sent;

    Offer(Rpc.ReplyTo replyTo, List<Loan> ready) {
      this.replyTo = replyTo;
      this.ready = ready;
    }

    void sendIfReady() {
      if (!sent && (open == 0 || now >= until)) {
        sent = true;
        List<Entry> tasks = ready.stream().map(loan -> loan.task.entry()).toList();
        long within = ready.stream().mapToLong(loan -> loan.until - now).min().orElse(0);
        replyTo.send(new RpcMessage.LentTasks(tasks, within, ""));
      }
    }
  }

  /** What a client brought and what does not count yet. */
  private static final class Lot {
    private final List<Loan> waiting = new ArrayList<>();
    private long since;

    /** The one that is being looked at. */
    private @Nullable Loan drawn;

    private long drawnAt;
  }

  private final TaskScheduler scheduler;
  private final Runner runner;
  private final Inspector inspector;
  private final LentTurns turns;
  private final Disk results;
  private final Declines declines;
  private final Replication replication;
  private final Signatures signatures;
  private final RandomGenerator random;
  private final ClientStandings standings = new ClientStandings();
  private final Map<EntryId, Loan> loans = new LinkedHashMap<>();
  private final Map<Key, Lot> lots = new LinkedHashMap<>();
  private final List<Offer> offers = new ArrayList<>();
  private final Allowance seeks = new Allowance(SEEKS_A_SECOND, MOST_SEEKS);

  /** What nobody is lent any more: somebody did not bring it back, or nothing good. */
  private final Map<EntryId, Boolean> ownWork = new LruMap<>(MOST_REMEMBERED);

  /** Whose results were taken lately: an answer may be lost. */
  private final Map<EntryId, Key> lately = new LruMap<>(MOST_REMEMBERED);

  private final Map<String, Long> restingHosts = new LruMap<>(MOST_REMEMBERED);
  private long now;
  private long lookAt = PacketHandler.NEVER;
  private long bytes;
  private long brought;
  private long looked;
  private long thrownAway;

  Lending(TaskScheduler scheduler, Replication replication, Leases leases, NodeParts parts) {
    this.scheduler = scheduler;
    this.replication = replication;
    this.turns = new LentTurns(leases);
    this.runner = parts.runner();
    this.inspector = parts.inspector();
    this.results = parts.results();
    this.declines = parts.declines();
    this.signatures = parts.signatures();
    this.random = parts.random();
  }

  /** SEEK_TASKS. */
  void onSeek(long at, Endpoint from, Peer client, RpcMessage.SeekTasks seek, Rpc.ReplyTo replyTo) {
    now = Math.max(now, at);
    if (!seeks.take(now, from.withPort(0), 1)) {
      return; // it will ask again
    }
    Key name = BookPlace.name(client);
    long network = Locality.PRIVATE_MACHINES.network(from);
    String objection = standings.objection(now, name, network);
    if (objection != null) {
      replyTo.send(RpcMessage.LentTasks.none(objection));
      return;
    }
    List<Loan> unheard = new ArrayList<>();
    for (Loan loan : loans.values()) {
      if (loan.client.equals(name)
          && loan.state == State.OUT
          && !seek.running().contains(loan.task.id())) {
        unheard.add(loan);
      }
    }
    Offer offer = new Offer(replyTo, unheard);
    int room = Math.min(seek.room() - unheard.size(), room(name, network));
    offer.open = 1; // those of a runner that knows at once must not answer before the others
    for (int i = 0; i < room; i++) {
      TaskScheduler.OnLoan next = scheduler.lend(now, waiting -> mayLend(name, waiting));
      if (next == null) {
        break;
      }
      offer.open++;
      lend(offer, new Loan(next, name, network));
    }
    offer.open--;
    offer.sendIfReady();
    if (!offer.sent) {
      offers.add(offer);
    }
    lookAt = Math.min(lookAt, now + LOOK_EVERY);
  }

  private int room(Key client, long network) {
    int its = 0;
    int ofNetwork = 0;
    for (Loan loan : loans.values()) {
      its += loan.client.equals(client) && loan.state != State.BROUGHT ? 1 : 0;
      ofNetwork += loan.network == network && loan.state != State.BROUGHT ? 1 : 0;
    }
    Lot lot = lots.get(client);
    boolean isFull = lot != null && lot.waiting.size() >= MOST_IN_LOT;
    return isFull || bytes >= MOST_BYTES_IN_ALL
        ? 0
        : Math.min(
            standings.most(client) - its,
            Math.min(MOST_IN_NETWORK - ofNetwork, MOST - loans.size()));
  }

  /** One task of a host at a time: who has it must wait for its turns like this peer itself. */
  private boolean mayLend(Key client, TaskQueue.Waiting waiting) {
    String lane = waiting.lane();
    return !ownWork.containsKey(waiting.id())
        && (lane.equals(Runner.NO_LANE)
            || (restingHosts.getOrDefault(lane, now) <= now
                && standings.isTrustedAt(client, lane)
                && loans.values().stream()
                    .noneMatch(
                        loan -> loan.state != State.BROUGHT && loan.task.lane().equals(lane))));
  }

  private void lend(Offer offer, Loan loan) {
    loans.put(loan.task.id(), loan);
    runner.lend(
        loan.task.task(),
        loan.task.before(),
        new Runner.Lending() {
          @Override
          public void may(Runner.Lent lent) {
            loan.lent = lent;
            offer.open--;
            if (offer.sent || loans.get(loan.task.id()) != loan) {
              takeBack(loan); // too late for who asked
              return;
            }
            loan.state = State.OUT;
            loan.until = now + LASTS;
            offer.ready.add(loan);
            offer.sendIfReady();
          }

          @Override
          public void mayNot() {
            ownWork.put(loan.task.id(), true);
            notNow();
          }

          @Override
          public void notNow() {
            offer.open--;
            takeBack(loan);
            offer.sendIfReady();
          }
        });
  }

  private @Nullable Loan of(Peer client, EntryId task) {
    Loan loan = loans.get(task);
    return loan != null && loan.client.equals(BookPlace.name(client)) ? loan : null;
  }

  /** TAKE_TURN: this peer borrows the name, and passes it on or gives it back. */
  void onTurn(long at, Peer client, RpcMessage.TakeTurn turn, Rpc.ReplyTo replyTo) {
    now = Math.max(now, at);
    Loan loan = of(client, turn.task());
    Key name = BookPlace.name(client);
    if (turn.ticket() != 0) {
      turns.giveBack(now, name, turn, loan == null ? null : loan.turns);
      replyTo.send(new RpcMessage.Lent(0, turn.ticket()));
    } else if (loan == null || loan.state != State.OUT) {
      replyTo.send(new Taken(false));
    } else {
      turns.take(
          now,
          name,
          loan.turns,
          TaskKey.host(loan.task.task().uri()),
          turn.name(),
          () -> loans.get(loan.task.id()) == loan && loan.state == State.OUT,
          replyTo);
    }
  }

  /** BRING_PIECE. */
  void onPiece(Peer client, RpcMessage.BringPiece bring, Rpc.ReplyTo replyTo) {
    Loan loan = of(client, bring.task());
    Entry piece = bring.piece();
    int length = piece.body().length;
    boolean wanted =
        loan != null
            && loan.state == State.OUT
            && piece.id().key().high() == bring.task().key().high()
            && Piece.isGenuine(piece)
            && !(declines.isAnything() && declines.declines(piece.id()));
    if (loan == null || !wanted) {
      replyTo.send(new Taken(false));
      return;
    }
    if (!loan.brought.contains(piece.id())) {
      if (loan.bytes + length > MOST_BYTES || bytes + length > MOST_BYTES_IN_ALL) {
        replyTo.send(new Taken(false));
        return;
      }
      loan.brought.add(piece.id());
      loan.bytes += length;
      bytes += length;
      if (results.rank(piece.id()) < 0) {
        loan.fresh.add(piece.id()); // what was here before is not ours to throw away
        results.put(piece);
      }
    }
    replyTo.send(new Taken(true));
  }

  /** BRING_RESULT. */
  void onResult(long at, Peer client, RpcMessage.BringResult bring, Rpc.ReplyTo replyTo) {
    now = Math.max(now, at);
    Key name = BookPlace.name(client);
    Loan loan = of(client, bring.task());
    if (loan == null || loan.state != State.OUT) {
      boolean before =
          loan != null ? loan.state == State.BROUGHT : name.equals(lately.get(bring.task()));
      replyTo.send(new Taken(before));
      return;
    }
    byte[] signed = ClientWork.message(bring.task(), loan.task.task().round(), bring.said());
    Result result = bring.end() == RpcMessage.TaskRun.End.DONE ? Result.read(bring.said()) : null;
    boolean is =
        result != null
            && !result.isFailed()
            && !result.pieces().isEmpty()
            && (loan.isBefore(result)
                || loan.brought.containsAll(result.pieces(bring.task().key())))
            && signatures.isGenuine(client.credentials().signingKey(), signed, bring.signature());
    if (result == null || !is) {
      throwAway(loan); // in vain, or so it says: this peer finds out itself
      replyTo.send(new Taken(bring.end() != RpcMessage.TaskRun.End.DONE));
      return;
    }
    loan.result = result;
    loan.state = State.BROUGHT;
    Lot lot = lots.computeIfAbsent(name, key -> new Lot());
    if (lot.waiting.isEmpty()) {
      lot.since = now;
    }
    lot.waiting.add(loan);
    replyTo.send(new Taken(true));
    lookIfDue(name, lot);
  }

  private void lookIfDue(Key client, Lot lot) {
    int size = standings.lot(client);
    boolean due = lot.waiting.size() >= size || now >= lot.since + LOT_WAITS;
    if (lot.drawn == null && !lot.waiting.isEmpty() && due) {
      int most = Math.min(size, lot.waiting.size()); // more came while another was looked at
      look(client, lot, new ArrayList<>(lot.waiting.subList(0, most)));
    }
  }

  /** Draws one of them, now that the client cannot change any. */
  private void look(Key client, Lot lot, List<Loan> all) {
    all.removeIf(loan -> loans.get(loan.task.id()) != loan);
    if (all.isEmpty()) {
      lot.since = now;
      return;
    }
    Loan drawn = all.get(random.nextInt(all.size()));
    byte[] records = records(drawn);
    Result result = drawn.result;
    if (records == null || result == null) {
      throwAway(drawn);
      look(client, lot, all);
      return;
    }
    lot.drawn = drawn;
    lot.drawnAt = now;
    looked++;
    inspector.compare(
        drawn.task.task().uri(),
        result.summary(),
        records,
        sight -> judge(client, lot, all, drawn, sight));
  }

  private void judge(Key client, Lot lot, List<Loan> all, Loan drawn, Sight sight) {
    if (lot.drawn != drawn) {
      return; // it took so long that another was drawn
    }
    lot.drawn = null;
    if (standings.isBarred(client) || loans.get(drawn.task.id()) != drawn) {
      return; // the task is another's by now
    }
    switch (sight) {
      case AS_COMMITTED -> {
        standings.verified(client);
        all.stream().filter(loan -> loans.get(loan.task.id()) == loan).forEach(this::accept);
        lot.waiting.removeAll(all);
        lot.since = now;
        lookIfDue(client, lot);
      }
      case DIFFERENT -> {
        contradict(client, drawn, all);
        lot.since = now;
        lookIfDue(client, lot);
      }
      default -> {
        throwAway(drawn);
        look(client, lot, all);
      }
    }
  }

  /** Its lot is worth nothing; if that is all it deserves, neither is anything else of its. */
  private void contradict(Key client, Loan drawn, List<Loan> lot) {
    boolean barred =
        standings.contradicted(
            now, client, drawn.network, drawn.task.lane(), drawn.task.task().uri());
    loans.values().stream()
        .filter(loan -> barred ? loan.client.equals(client) : lot.contains(loan))
        .toList()
        .forEach(this::throwAway);
  }

  /** Null if some of it is not here, or it is too long to be looked at. */
  private byte @Nullable [] records(Loan loan) {
    Result result = loan.result;
    List<byte[]> all = new ArrayList<>();
    long length = 0;
    for (EntryId id : result == null ? List.<EntryId>of() : result.pieces(loan.task.id().key())) {
      Entry piece = results.get(id);
      if (piece == null || length > MOST_BYTES) {
        return null;
      }
      byte[] more = Piece.bytes(piece);
      all.add(more);
      length += more.length;
    }
    ByteBuffer records = ByteBuffer.allocate((int) length);
    all.forEach(records::put);
    return records.array();
  }

  private void accept(Loan loan) {
    Result result = loan.result;
    if (result == null) {
      throwAway(loan);
      return;
    }
    EntryId id = loan.task.id();
    boolean isUnchanged = loan.isBefore(result);
    List<EntryId> named = isUnchanged ? List.of() : result.pieces(id.key());
    loan.fresh.removeAll(named);
    end(loan);
    brought++;
    lately.put(id, loan.client);
    if (loan.lent != null) {
      loan.lent.over(result.summary(), isUnchanged);
    }
    scheduler.brought(loan.task, result, named);
  }

  /** It is done here, and lent to nobody any more. */
  private void throwAway(Loan loan) {
    thrownAway += loan.state == State.BROUGHT ? 1 : 0;
    ownWork.put(loan.task.id(), true);
    takeBack(loan);
  }

  private void takeBack(Loan loan) {
    if (end(loan)) {
      if (loan.lent != null) {
        loan.lent.over(null, false);
      }
      scheduler.takeBack(loan.task);
    } else if (loan.lent != null) {
      loan.lent.over(null, false); // it was told that it may after it was over
    }
  }

  /** What it has brought and does not count goes, too. */
  private boolean end(Loan loan) {
    if (!loans.remove(loan.task.id(), loan)) {
      return false;
    }
    loan.fresh.forEach(results::delete);
    bytes -= loan.bytes;
    Lot lot = lots.get(loan.client);
    if (lot != null) {
      lot.waiting.remove(loan);
    }
    return true;
  }

  /** Takes back what was not brought in time; returns when to look again. */
  long onTick(long at) {
    now = Math.max(now, at);
    if (now < lookAt) {
      return lookAt;
    }
    offers.removeIf(
        offer -> {
          offer.sendIfReady();
          return offer.sent;
        });
    for (Loan loan : List.copyOf(loans.values())) {
      if (!isStillOurs(loan.task.id())) {
        takeBack(loan);
      } else if (loan.state == State.ASKED_FOR && now >= loan.until) {
        takeBack(loan);
      } else if (loan.state == State.OUT && now >= loan.until) {
        standings.letTimeRunOut(now, loan.client);
        restingHosts.put(loan.task.lane(), now + HOST_RESTS);
        throwAway(loan);
      }
    }
    for (Key client : List.copyOf(lots.keySet())) {
      Lot lot = lots.get(client);
      if (lot != null && lot.drawn != null && now >= lot.drawnAt + LONGEST_LOOK) {
        lot.drawn = null;
        List.copyOf(lot.waiting).forEach(this::throwAway);
      } else if (lot != null) {
        lookIfDue(client, lot);
      }
    }
    lots.values().removeIf(lot -> lot.waiting.isEmpty() && lot.drawn == null);
    lookAt = loans.isEmpty() && offers.isEmpty() ? PacketHandler.NEVER : now + LOOK_EVERY;
    return lookAt;
  }

  private boolean isStillOurs(EntryId id) {
    Entry entry = replication.get(id);
    return entry != null && Task.isQueued(entry) && replication.guards(id.key());
  }

  /** Whether a crawl's owner has done something for this peer. */
  boolean hasHelped(@Nullable Key owner) {
    return standings.hasHelped(owner);
  }

  LendingFigures figures() {
    int out = (int) loans.values().stream().filter(loan -> loan.state == State.OUT).count();
    int clients =
        (int)
            loans.values().stream()
                .filter(loan -> loan.state == State.OUT)
                .map(loan -> loan.client)
                .distinct()
                .count();
    return new LendingFigures(
        out, clients, loans.size() - out, brought, looked, thrownAway, standings.sentences());
  }
}
