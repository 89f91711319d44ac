package org.orbweaver.overlay.node;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.crawl.CrawlRecord;
import org.orbweaver.overlay.crawl.CrawlTally;
import org.orbweaver.overlay.crawl.Takedowns;
import org.orbweaver.overlay.entry.EntryKind;
import org.orbweaver.overlay.keep.RepairRate;
import org.orbweaver.overlay.lease.Leases;
import org.orbweaver.overlay.ledger.Disk;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.membership.Absences;
import org.orbweaver.overlay.membership.Allowance;
import org.orbweaver.overlay.membership.Members;
import org.orbweaver.overlay.membership.Peer;
import org.orbweaver.overlay.membership.PeerClaim;
import org.orbweaver.overlay.membership.PeerVerifier;
import org.orbweaver.overlay.membership.SelfDescription;
import org.orbweaver.overlay.rpc.LinkTraffic;
import org.orbweaver.overlay.rpc.Rpc;
import org.orbweaver.overlay.rpc.RpcMessage;
import org.orbweaver.overlay.task.HostPart;
import org.orbweaver.overlay.task.PastResult;
import org.orbweaver.overlay.task.ResultBatch;
import org.orbweaver.overlay.task.Runner;
import org.orbweaver.overlay.task.Signatures;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.overlay.trust.SwarmShelves;
import org.orbweaver.overlay.trust.TrustKeeper;
import org.orbweaver.wire.PacketHandler;

/** A peer of the swarm, as its driver sees it. */
public final class OverlayNode implements PacketHandler {
  private static final Rpc.Patience PATIENCE = new Rpc.Patience(4_000_000_000L, 3);

  /** Begun or stopped, a second and at once, from one address where no member lives. */
  private static final double CRAWLS_OF_CLIENTS = 0.1;

  private static final int MOST_CRAWLS_OF_CLIENTS = 16;

  /** Of books, in one message. */
  private static final int MOST_PAGES = 256;

  private final Members members;
  private final Disk disk;
  private final Rpc rpc;
  private final HeartBeat heart;
  private final Presence presence;
  private final Replication replication;
  private final Losses losses;
  private final Reconciliation reconciliation;
  private final Results results;
  private final HostParts hostParts;
  private final EntryIntake intake;
  private final CrawlCalendar calendar;
  private final DueRounds rounds;
  private final Handover handover;
  private final TaskScheduler scheduler;
  private final Lending lending;
  private final ClientShare clientShare;
  private final PeerVerifier notary;
  private final LinkExchange links;
  private final ResultListing listing;
  private final Enquiries enquiries;
  private final Reads reads;
  private final Leases leases;
  private final TrustKeeper trust;
  private final OverlaySettings settings;
  private final HandIns handIns;
  private final Allowance crawlsOfClients;
  private long now;
  private long guarded;
  private double share;
  private Holders.@Nullable Placement former;

  /**
   * @param now also the peer's first incarnation: it never runs backwards, so this one outbids all
   *     before
   */
  public OverlayNode(
      long now, SelfDescription description, NodeParts parts, OverlaySettings settings) {
    this.now = now;
    this.settings = settings;
    this.disk = new CheckedDisk(parts.disk());
    this.enquiries = parts.enquiries();
    Peer self = description.of(now, settings.virtualNodes());
    crawlsOfClients = new Allowance(CRAWLS_OF_CLIENTS, MOST_CRAWLS_OF_CLIENTS);
    members = new Members(now, self, parts.views());
    rpc = new Rpc(self.address(), parts.outbox(), parts.seal(), parts.random(), this::onCall);
    leases =
        new Leases(
            members,
            rpc,
            parts.random(),
            (at, lender) -> beat().suspect(at, lender, HeartBeat.SILENCE));
    heart = new HeartBeat(members, parts.notary(), rpc, parts.random(), description);
    presence = new Presence(members, heart, disk, parts.results(), settings);
    replication =
        new Replication(
            new TaskHolders(members, settings.copies()),
            disk,
            false,
            new RepairRate(0), // rows are small
            this::carry,
            new Guards(),
            disk::delete,
            this::lost,
            PastResult::displaced,
            Declines.NOTHING, // a row is a line of text
            settings.copies());
    handIns = new HandIns(replication::holders, this::carry);
    losses = new Losses(replication, parts.disk(), this::carry);
    reconciliation =
        new Reconciliation(
            now, replication, parts.disk(), losses, this::carry, settings.reconcileNanos());
    calendar = new CrawlCalendar(this::find);
    rounds = new DueRounds(replication, disk, calendar);
    results =
        new Results(
            now,
            new ResultHolders(
                members,
                new Absences(settings.longestAbsence()),
                settings.copies(),
                parts.views()::apply),
            self.isClient() ? new NoDisk() : parts.results(), // what it brings is its lender's
            this::carry,
            rpc,
            (by, refused) -> trust().refused(by, refused),
            settings,
            parts.random(),
            period -> auditSecret(parts.signatures(), self.address(), period),
            (peer, whole) -> trust().audited(peer, whole),
            parts.declines());
    trust =
        new TrustKeeper(
            members,
            parts.disk(), // whoever is shown a page looks at it anyway
            parts.results(),
            new Shelves(),
            rpc,
            parts.signatures(),
            parts.inspector(),
            parts.journal(),
            parts.random(),
            parts.trust());
    Authority authority =
        new Authority(
            members,
            replication.replicas(),
            parts.signatures(),
            trust::admits,
            calendar,
            settings.copies(),
            now);
    listing = new ResultListing(disk, rpc, calendar, authority::isTrue, trust::refused);
    reads = new Reads(members, trust, results, listing, enquiries);
    hostParts = new HostParts(replication, disk, this::room);
    intake = new EntryIntake(members, replication, hostParts, calendar, authority);
    links =
        new LinkExchange(
            replication,
            rpc,
            heart,
            self.address(),
            intake::storeTasks,
            () -> scheduler().backlog(),
            settings);
    handover = new Handover(self.address(), now);
    scheduler =
        new TaskScheduler(
            replication,
            parts.runner(),
            (tasks, acknowledged) -> links.send(this.now, tasks, acknowledged),
            results::publish,
            this::carry,
            new ResultBatch(parts.signatures(), self.address()),
            trust::worked,
            new CrawlOwners(parts.runner()),
            calendar::round,
            settings.slots(),
            settings.retryNanos());
    notary = parts.notary();
    lending = new Lending(scheduler, replication, leases, parts);
    clientShare =
        new ClientShare(
            members,
            rpc,
            (tasks, acknowledged) -> links.send(this.now, tasks, acknowledged),
            parts,
            self.isClient() ? settings.share() : 0);
  }

  /** Signatures of these keys are always the same, and nobody else can make them. */
  private static long auditSecret(Signatures signatures, Endpoint self, int period) {
    byte[] signed = signatures.sign(("orbweaver audits " + period).getBytes(US_ASCII));
    return signed.length < Long.BYTES
        ? 31L * period + self.hashCode()
        : ByteBuffer.wrap(signed).getLong();
  }

  private void lost(EntryId row) {
    losses.found(row);
  }

  /** How well what this peer and its fellow holders keep is looked after. */
  public KeepFigures keeping() {
    return results.figures(reconciliation, losses);
  }

  /** What is kept here and elsewhere, for those who judge by it. */
  private final class Shelves implements SwarmShelves {
    @Override
    public void find(EntryId piece, Consumer<@Nullable Entry> found) {
      results.find(now, piece, (entry, with) -> found.accept(entry));
    }

    @Override
    public void record(EntryId id, Consumer<@Nullable Entry> found) {
      OverlayNode.this.find(now, id, found);
    }

    @Override
    public void publish(List<EntryId> pieces) {
      results.publish(pieces, () -> {});
    }

    /** All holders hear of it from this peer: a hostile primary could keep it to itself. */
    @Override
    public void give(List<Entry> pages) {
      Map<Endpoint, List<Entry>> byHolder = new LinkedHashMap<>();
      for (Entry page : pages) {
        replication.take(page, members.self().address());
        for (Peer holder : replication.otherHolders(page.id().key())) {
          byHolder.computeIfAbsent(holder.address(), it -> new ArrayList<>()).add(page);
        }
      }
      byHolder.forEach(
          (holder, its) -> {
            for (int from = 0; from < its.size(); from += MOST_PAGES) {
              List<Entry> some = its.subList(from, Math.min(its.size(), from + MOST_PAGES));
              carry(now, holder, new RpcMessage.StoreBackup(some, false), (at, reply) -> {});
            }
          });
      replication.sync(() -> {});
    }
  }

  /** What those are owed whose crawls this peer runs. */
  private final class CrawlOwners implements TaskScheduler.Owners {
    private final Runner runner;

    CrawlOwners(Runner runner) {
      this.runner = runner;
    }

    @Override
    public boolean favours(Task task) {
      Key owner = runner.owner(task);
      return trust.favours(now, owner) || lending().hasHelped(owner);
    }

    @Override
    public long mayRun(Task task) {
      Key owner = runner.owner(task);
      return lending().hasHelped(owner) ? now : trust.mayRun(now, owner);
    }

    @Override
    public void captured(Task task, List<EntryId> pieces) {
      trust.captured(now, runner.owner(task), pieces);
    }
  }

  /** Counts what this peer answers for, and hands it to the scheduler. */
  private final class Guards implements Replication.Guarded {
    @Override
    public void restart() {
      Holders.Placement before = former;
      handover.changed(now, before == null ? null : before::of);
      former = replication.placement();
      guarded = 0;
      hostParts.recount();
      share = members.view().share(members.self().address());
    }

    @Override
    public void found(Entry entry) {
      came(entry, true);
    }

    @Override
    public void came(Entry entry, boolean isNew) {
      Task task = Task.of(entry);
      if (task == null) {
        HostPart child = HostPart.reportedBy(entry);
        if (child != null) {
          hostParts.onReport(child);
        }
        return;
      }
      if (Task.isQueued(entry)) {
        scheduler.onGuarded(now, entry, task, handover.from(now, entry.id().key()));
      } else if (Task.isProcessed(entry)) {
        rounds.onProcessed(now, entry, task);
      }
      if (isNew && Task.state(entry) != Task.ELSEWHERE) {
        guarded++;
        HostPart part = task.part();
        if (part != null) {
          hostParts.onGuarded(part);
        }
      }
    }
  }

  /**
   * How many pages of one part of a host this peer takes: a small share of what a peer has to do in
   * the mean. How many parts a peer gets is Poisson; with parts of 1/200 the most loaded of a
   * thousand peers has 1.3 times the mean.
   */
  private int room() {
    double mean = guarded / Math.max(share * members.view().peers().size(), 1e-9);
    return (int) Math.max(settings.smallestPart(), settings.partShare() * mean);
  }

  private TaskScheduler scheduler() {
    return scheduler;
  }

  private Lending lending() {
    return lending;
  }

  private HeartBeat beat() {
    return heart;
  }

  /** Is told of a piece, and with whom it was; nothing if nobody who answers has it. */
  public interface FoundPiece {
    void is(@Nullable Entry piece, @Nullable Endpoint with);
  }

  /** Joins the swarm that one of these peers is in; without any, this may be its first peer. */
  public void join(long at, Collection<Endpoint> gates) {
    now = Math.max(now, at);
    if (gates.isEmpty() && disk.from(EntryId.FIRST, 1).isEmpty()) {
      handover.first();
      leases.first();
    }
    presence.join(now, gates);
  }

  /** A line for what is large could be opened to that peer, or could not. */
  public void reached(long at, Endpoint peer, boolean could) {
    now = Math.max(now, at);
    heart.conditions().reached(now, peer, could);
  }

  /** What is wrong between this peer and others, a sentence each. */
  public List<String> conditions() {
    return heart.conditions().sentences(now);
  }

  /** Its notary has found out that this peer lives. */
  public void meet(long at, Peer peer) {
    now = Math.max(now, at);
    heart.learn(now, peer.address(), List.of(new PeerClaim(peer, PeerClaim.Life.LIVING)));
  }

  /** Gives away all that it holds; when {@link #isEmpty} the peer may go. */
  public void leave(long at) {
    now = Math.max(now, at);
    presence.leave();
  }

  public boolean isEmpty() {
    return figures().isIdle() && presence.isBlank();
  }

  /** Has tasks run by whom they belong to; calls back when they are on r disks. */
  public void submit(long at, List<Task> tasks, Runnable acknowledged) {
    now = Math.max(now, at);
    clientShare.soon(now);
    links.send(now, tasks, acknowledged);
  }

  /** Owns nothing, and cannot be reached: see {@link Peer#NOWHERE}. */
  private boolean isClient() {
    return members.self().isClient();
  }

  /** Has the swarm keep an entry; calls back when it is on r disks. */
  public void store(long at, Entry entry, Runnable acknowledged) {
    now = Math.max(now, at);
    if (isClient()) {
      handIns.bring(now, entry, acknowledged);
      return;
    }
    replication.take(entry, null);
    replication.whenEverywhere(List.of(entry.id()), acknowledged);
  }

  /** Finds what the swarm keeps under that name; null if none of the r peers that answer has it. */
  public void find(long at, EntryId id, Consumer<@Nullable Entry> found) {
    now = Math.max(now, at);
    Entry here = replication.get(id);
    if (here != null && replication.holds(id.key())) {
      found.accept(here);
    } else {
      List<Peer> others = replication.otherHolders(id.key());
      new ValueLookup(
              rpc,
              others,
              id,
              new RpcMessage.FindValue(id),
              this::isCredible,
              trust::refused,
              (entry, with) -> found.accept(entry))
          .askNext(now);
    }
  }

  /** Codecs let only sound entries through; what is signed must be its author's besides. */
  private boolean isCredible(Entry found) {
    return switch (EntryKind.of(found.body())) {
      case CRAWL -> CrawlRecord.read(found) != null;
      case TALLY -> CrawlTally.read(found) != null;
      case TAKEDOWNS -> Takedowns.read(found) != null;
      case null, default -> true;
    };
  }

  /** Finds a piece of what a task brought. */
  public void findPiece(long at, EntryId id, FoundPiece found) {
    now = Math.max(now, at);
    results.find(now, id, found::is);
  }

  /** Asks a peer, or looks itself, what has come of tasks; tells null if it does not answer. */
  public void list(
      long at,
      Endpoint whom,
      RpcMessage.ListResults asked,
      Consumer<RpcMessage.@Nullable Results> told) {
    now = Math.max(now, at);
    if (whom.equals(members.self().address())) {
      told.accept(listing.answer(asked));
    } else {
      listing.ask(now, whom, asked, told);
    }
  }

  /** Asks a peer's program, or one's own; tells null if it does not answer. */
  public void enquire(long at, Endpoint whom, byte[] question, Consumer<byte @Nullable []> told) {
    now = Math.max(now, at);
    if (whom.equals(members.self().address())) {
      enquiries.ask(question, answer -> told.accept(answer));
      return;
    }
    rpc.call(
        now,
        whom,
        new RpcMessage.Enquire(question),
        PATIENCE,
        Replies.of(
            (when, reply) -> {
              if (reply instanceof RpcMessage.Refused refused) {
                trust.refused(whom, refused);
              }
              told.accept(reply instanceof RpcMessage.Told(byte[] answer) ? answer : null);
            },
            when -> told.accept(null)));
  }

  /** The peers that keep what has that key. */
  public List<Endpoint> holders(Key key) {
    return replication.holders(key).stream().map(Peer::address).toList();
  }

  /** Finds the closest living peer to a key; tells it, and how many were asked. */
  public void findOwner(long at, Key key, ObjIntConsumer<Peer> found) {
    now = Math.max(now, at);
    new OwnerLookup(rpc, members.view(), key, found).askNext(now);
  }

  @Override
  public long onPacket(long at, Endpoint local, Endpoint from, byte[] packet, int length) {
    now = Math.max(now, at);
    if (rpc.onPacket(now, from, packet, length) == Rpc.Heard.ANSWER) {
      heart.answered(from); // who only talks may be deaf
    }
    return onTick(at);
  }

  @Override
  public long onTick(long at) {
    now = Math.max(now, at);
    members.onTick(now);
    presence.onTick(now);
    long next = Math.min(replication.followView(now), handIns.onTick(now));
    next = Math.min(next, Math.min(scheduler.onTick(now), results.onTick(now)));
    next =
        Math.min(next, Math.min(lending.onTick(now), clientShare.onTick(now, trouble() == null)));
    next = Math.min(next, Math.min(heart.onTick(now), links.onTick(now)));
    next = Math.min(next, Math.min(trust.onTick(now), rounds.onTick(now)));
    next = Math.min(next, Math.min(reconciliation.onTick(now), losses.onTick(now)));
    replication.pay(now); // last: all of the above may owe something to somebody
    next = Math.min(next, results.pay(now));
    return Math.min(next, Math.min(leases.onTick(now), rpc.onTick(now)));
  }

  /** Why this peer takes nothing new; null while it does. */
  public @Nullable String trouble() {
    return presence.trouble();
  }

  private void onCall(long at, Endpoint from, RpcMessage.Call request, Rpc.ReplyTo replyTo) {
    switch (request) {
      case RpcMessage.Ping ping -> replyTo.send(heart.onPing(at, from, ping));
      case RpcMessage.Join join -> replyTo.send(heart.onJoin(at, from, join));
      case RpcMessage.FindNode find ->
          replyTo.send(new RpcMessage.Nodes(intake.claims(find.key())));
      case RpcMessage.FindValue find -> {
        Entry found = replication.get(find.id());
        replyTo.send(new RpcMessage.Value(found == null ? List.of() : List.of(found)));
      }
      case RpcMessage.StoreTask(List<Entry> tasks) -> {
        if (trouble() == null) {
          intake.storeTasks(tasks, replyTo);
        }
      }
      case RpcMessage.StoreBackup(List<Entry> entries, boolean everywhere)
          when members.about(from) == null -> {
        if (trouble() == null && entries.size() == 1 && isCrawlOfClient(at, from, entries)) {
          intake.keep(at, from, entries, everywhere, replyTo);
        }
      }
      case RpcMessage.OfResults(RpcMessage.FindValue find) -> reads.piece(at, from, find, replyTo);
      case RpcMessage.Enquire(byte[] question) -> reads.enquiry(at, from, question, replyTo);
      case RpcMessage.ListResults asked -> reads.list(at, from, asked, replyTo);
      case RpcMessage.SeekTasks _,
          RpcMessage.TakeTurn _,
          RpcMessage.BringPiece _,
          RpcMessage.BringResult _ ->
          onCallOfClient(at, from, request, replyTo);
      default -> {
        boolean isLend = request instanceof RpcMessage.Lend;
        if (members.takesPart(from) && (trouble() == null || isLend)) {
          onCallOfMember(at, from, request, replyTo);
        }
      }
    }
  }

  /** What only who can own nothing may ask: a member has tasks of its own. */
  private void onCallOfClient(
      long at, Endpoint from, RpcMessage.Call request, Rpc.ReplyTo replyTo) {
    Peer client = members.about(from) == null ? notary.client(from) : null;
    if (client == null) {
      return;
    }
    switch (request) {
      case RpcMessage.SeekTasks seek when trouble() == null ->
          lending.onSeek(at, from, client, seek, replyTo);
      case RpcMessage.TakeTurn turn -> lending.onTurn(at, client, turn, replyTo);
      case RpcMessage.BringPiece piece -> lending.onPiece(client, piece, replyTo);
      case RpcMessage.BringResult result -> lending.onResult(at, client, result, replyTo);
      default -> {}
    }
  }

  /** A crawl is its owner's, by its signature, and the only thing that a client may have kept. */
  private boolean isCrawlOfClient(long at, Endpoint from, List<Entry> entries) {
    return EntryKind.of(entries.getFirst().body()) == EntryKind.CRAWL
        && replication.holds(entries.getFirst().id().key())
        && crawlsOfClients.take(at, from.withPort(0), 1);
  }

  /** What only who answers for keys may ask: a key costs nothing, an address does. */
  private void onCallOfMember(
      long at, Endpoint from, RpcMessage.Call request, Rpc.ReplyTo replyTo) {
    switch (request) {
      case RpcMessage.StoreBackup(List<Entry> entries, boolean everywhere) ->
          intake.keep(at, from, entries, everywhere, replyTo);
      case RpcMessage.DeleteBackup(List<Entry> processed) ->
          intake.keep(at, from, processed, false, replyTo);
      case RpcMessage.OfResults(RpcMessage.Call call) -> results.onCall(at, from, call, replyTo);
      case RpcMessage.Compare compare -> replyTo.send(reconciliation.onCompare(from, compare));
      case RpcMessage.Missing missing -> replyTo.send(losses.onMissing(at, from, missing));
      case RpcMessage.RefreshTask(List<RpcMessage.Offer> offers, boolean everywhere) ->
          replication.offered(from, offers, everywhere, replyTo);
      case RpcMessage.Lend lend -> replyTo.send(leases.onLend(at, from, lend));
      case RpcMessage.ListPages asked -> replyTo.send(trust.onListPages(asked));
      case RpcMessage.ReadPages asked -> replyTo.send(trust.onReadPages(asked));
      case RpcMessage.RunTask(Entry entry) -> onRunTask(at, from, entry, replyTo);
      case RpcMessage.TaskRun run -> {
        scheduler.errands().onRun(at, from, run);
        replyTo.send(RpcMessage.Kept.HERE);
      }
      case RpcMessage.Ping _,
          RpcMessage.Join _,
          RpcMessage.FindNode _,
          RpcMessage.FindValue _,
          RpcMessage.ListResults _,
          RpcMessage.Enquire _,
          RpcMessage.SeekTasks _,
          RpcMessage.TakeTurn _,
          RpcMessage.BringPiece _,
          RpcMessage.BringResult _,
          RpcMessage.StoreTask _ -> {} // answered above
      case RpcMessage.Challenge _ -> {} // of results only
    }
  }

  /** Of a peer that answers for the task, and only of such a one. */
  private void onRunTask(long at, Endpoint from, Entry entry, Rpc.ReplyTo replyTo) {
    Task task = Task.of(entry);
    Key key = entry.id().key();
    boolean its =
        task != null
            && replication.holds(key)
            && replication.holders(key).getFirst().address().equals(from);
    Entry here = replication.get(entry.id());
    if (its && (here == null || entry.outranks(here)) && Task.isQueued(entry)) {
      intake.keep(at, from, List.of(entry), false, kept -> {});
    }
    Entry known = its ? replication.get(entry.id()) : null;
    replyTo.send(
        new RpcMessage.WillRun(
            known != null && task != null && scheduler.runFor(at, from, known, task)));
  }

  private void carry(
      long at, Endpoint to, RpcMessage.Call message, ReplicationQueue.Answer answer) {
    rpc.call(
        at,
        to,
        message,
        PATIENCE,
        Replies.of(
            answer::received,
            when -> {
              heart.suspect(when, to, HeartBeat.SILENCE);
              answer.received(when, null);
            }));
  }

  /** What operators' rules came to, this peer's and others'. */
  public RefusalFigures refusals() {
    return results.refusals(scheduler.errands());
  }

  /** Who contributes, and who does not. */
  public TrustKeeper trust() {
    return trust;
  }

  /** Names that this peer may use alone. */
  public Leases leases() {
    return leases;
  }

  /**
   * Asks for the turn of a name that the work on a task needs: of the name's grantor, or if this is
   * a client, of who has lent it the task.
   */
  public void takeTurn(long at, EntryId task, Key name, Leases.Asker asker) {
    now = Math.max(now, at);
    if (isClient()) {
      clientShare.takeTurn(now, task, name, asker);
    } else {
      leases.take(now, name, asker);
    }
  }

  /**
   * Gives such a turn back.
   *
   * @param rest how long nobody shall have it next
   */
  public void endTurn(long at, EntryId task, Leases.Lease lease, long rest) {
    now = Math.max(now, at);
    if (isClient()) {
      clientShare.endTurn(now, task, lease, rest);
    } else {
      leases.giveBack(now, lease, rest);
    }
  }

  /** What clients do for this peer. */
  public LendingFigures lendingFigures() {
    return lending.figures();
  }

  /** What this peer does for others, as a client. */
  public ShareFigures shareFigures() {
    return clientShare.figures();
  }

  /** Why tasks could not be done here. */
  public List<TaskFailures.Reason> failures() {
    return scheduler.failures().reasons();
  }

  public Members members() {
    return members;
  }

  public Rpc.Counters traffic() {
    return rpc.counters();
  }

  /** What bringing links to others has cost. */
  public LinkTraffic.Figures linkTraffic() {
    return rpc.links();
  }

  /** What there is to do here and on the way, and what was done since the start. */
  public NodeFigures figures() {
    return new NodeFigures(
        scheduler.open(),
        links.open(),
        replication.owed() + losses.open(),
        results.owed(),
        scheduler.started(),
        scheduler.processed(),
        scheduler.failures().givenUp(),
        links.sent(),
        links.batches(),
        links.kept(),
        links.suppressed(),
        links.sentOn(),
        links.untaken(),
        hostParts.names(),
        intake.unbelieved());
  }
}
