package org.orbweaver.overlay.node;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ObjIntConsumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.crawl.CrawlRecord;
import org.orbweaver.overlay.entry.EntryKind;
import org.orbweaver.overlay.lease.Leases;
import org.orbweaver.overlay.ledger.Disk;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.membership.Absences;
import org.orbweaver.overlay.membership.Members;
import org.orbweaver.overlay.membership.MembershipView;
import org.orbweaver.overlay.membership.Peer;
import org.orbweaver.overlay.membership.PeerClaim;
import org.orbweaver.overlay.membership.PeerVerifier;
import org.orbweaver.overlay.membership.SelfDescription;
import org.orbweaver.overlay.rpc.MessageCipher;
import org.orbweaver.overlay.rpc.Rpc;
import org.orbweaver.overlay.rpc.RpcMessage;
import org.orbweaver.overlay.task.HostPart;
import org.orbweaver.overlay.task.ResultBatch;
import org.orbweaver.overlay.task.Runner;
import org.orbweaver.overlay.task.Signatures;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.overlay.task.Way;
import org.orbweaver.overlay.trust.Inspector;
import org.orbweaver.overlay.trust.SwarmShelves;
import org.orbweaver.overlay.trust.TrustKeeper;
import org.orbweaver.overlay.trust.TrustSettings;
import org.orbweaver.wire.Outbox;
import org.orbweaver.wire.PacketHandler;

/** A peer of the swarm, as its driver sees it. */
public final class OverlayNode implements PacketHandler {
  private static final Rpc.Patience PATIENCE = new Rpc.Patience(4_000_000_000L, 3);

  /** Of books, in one message. */
  private static final int MOST_PAGES = 256;

  private final Members members;
  private final Disk disk;
  private final Disk resultDisk;
  private final Authority authority;
  private final Rpc post;
  private final HeartBeat heart;
  private final Replication replication;
  private final Results results;
  private final HostParts hostParts;
  private final Handover handover;
  private final TaskScheduler desk;
  private final LinkExchange links;
  private final Leases leases;
  private final TrustKeeper trust;
  private final OverlaySettings settings;
  private long now;
  private long guarded;
  private long unbelieved;
  private double share;
  private long lookAt;
  private boolean stoodDown;
  private @Nullable String trouble;
  private MembershipView former = MembershipView.EMPTY;

  /**
   * What a peer is made of.
   *
   * @param results a disk of its own for what is large
   * @param signatures with which it signs what it says of its tasks
   * @param inspector who looks at what others bring
   */
  public record Parts(
      Disk disk,
      Disk results,
      Outbox outbox,
      MessageCipher seal,
      PeerVerifier notary,
      Signatures signatures,
      Runner runner,
      RandomGenerator random,
      Function<Collection<Peer>, MembershipView> rings,
      Inspector inspector,
      TrustSettings trust) {
    /** Of a peer among those who trust each other. */
    public Parts(
        Disk disk,
        Disk results,
        Outbox outbox,
        MessageCipher seal,
        PeerVerifier notary,
        Signatures signatures,
        Runner runner,
        RandomGenerator random,
        Function<Collection<Peer>, MembershipView> rings) {
      this(
          disk,
          results,
          outbox,
          seal,
          notary,
          signatures,
          runner,
          random,
          rings,
          Inspector.NONE,
          TrustSettings.OFF);
    }
  }

  /**
   * @param now also the peer's first incarnation: it never runs backwards, so this one outbids all
   *     before
   */
  public OverlayNode(long now, SelfDescription portrait, Parts parts, OverlaySettings settings) {
    this.now = now;
    this.settings = settings;
    this.disk = new CheckedDisk(parts.disk());
    this.resultDisk = parts.results();
    Peer self = portrait.of(now, settings.virtualNodes());
    members = new Members(now, self, parts.rings());
    post = new Rpc(self.address(), parts.outbox(), parts.seal(), parts.random(), this::onCall);
    leases =
        new Leases(
            members,
            post,
            parts.random(),
            (at, lender) -> beat().suspect(at, lender, HeartBeat.SILENCE));
    heart = new HeartBeat(members, parts.notary(), post, parts.random(), portrait);
    replication =
        new Replication(
            new TaskHolders(members, settings.copies()), disk, false, this::carry, new Guards());
    results =
        new Results(
            new ResultHolders(
                members,
                new Absences(settings.longestAbsence()),
                settings.copies(),
                parts.rings()::apply),
            parts.results(),
            this::carry,
            post,
            (by, refused) -> trust().refused(by, refused));
    trust =
        new TrustKeeper(
            members,
            parts.disk(), // whoever is shown a page looks at it anyway
            parts.results(),
            new Shelves(),
            post,
            parts.signatures(),
            parts.inspector(),
            parts.random(),
            parts.trust());
    authority =
        new Authority(members, replication.replicas(), parts.signatures(), trust::admits, now);
    links = new LinkExchange(replication, post, heart, self.address(), this::storeTasks, settings);
    handover = new Handover(self.address(), now);
    hostParts = new HostParts(replication, disk, this::room);
    desk =
        new TaskScheduler(
            replication,
            parts.runner(),
            (tasks, acknowledged) -> links.send(this.now, tasks, acknowledged),
            results::publish,
            new ResultBatch(parts.signatures(), self.address()),
            trust::worked,
            settings.slots(),
            settings.retryNanos());
  }

  /** What is kept here and elsewhere, for those who judge by it. */
  private final class Shelves implements SwarmShelves {
    @Override
    public void find(EntryId piece, Consumer<@Nullable Entry> found) {
      results.find(now, piece, found);
    }

    @Override
    public void record(EntryId id, Consumer<@Nullable Entry> found) {
      OverlayNode.this.find(now, id, found);
    }

    @Override
    public void publish(List<EntryId> pieces) {
      results.publish(pieces, () -> {});
    }

    /** All holders hear of it from this peer: a hostile guardian could keep it to itself. */
    @Override
    public void give(List<Entry> pages) {
      Map<Endpoint, List<Entry>> byHolder = new LinkedHashMap<>();
      for (Entry page : pages) {
        replication.take(page, null);
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

  /** Counts what this peer answers for, and hands it to the desk. */
  private final class Guards implements Replication.Guarded {
    @Override
    public void restart() {
      handover.changed(now, former);
      former = members.ring();
      guarded = 0;
      hostParts.recount();
      share = members.ring().share(members.self().address());
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
        desk.onGuarded(now, entry, task, handover.from(now, entry.id().key()));
      }
      if (isNew && entry.rank() != Task.ELSEWHERE) {
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
    double mean = guarded / Math.max(share * members.ring().peers().size(), 1e-9);
    return (int) Math.max(settings.smallestPart(), settings.partShare() * mean);
  }

  private HeartBeat beat() {
    return heart;
  }

  /** Joins the swarm that one of these peers is in; without any, this may be its first peer. */
  public void join(long at, Collection<Endpoint> gates) {
    now = Math.max(now, at);
    if (gates.isEmpty() && disk.from(EntryId.FIRST, 1).isEmpty()) {
      handover.first();
    }
    for (Endpoint gate : gates) {
      if (!gate.equals(members.self().address())) {
        heart.join(now, gate);
      }
    }
  }

  /** Its notary has found out that this peer lives. */
  public void meet(long at, Peer peer) {
    now = Math.max(now, at);
    heart.learn(now, peer.address(), List.of(new PeerClaim(peer, PeerClaim.Life.LIVING)));
  }

  /** Gives away all that it holds; when {@link #isEmpty} the peer may go. */
  public void leave(long at) {
    now = Math.max(now, at);
    stoodDown = false;
    heart.describe(members.self().incarnation() + 1, 0);
  }

  public boolean isEmpty() {
    return figures().isIdle()
        && disk.from(EntryId.FIRST, 1).isEmpty()
        && resultDisk.from(EntryId.FIRST, 1).isEmpty();
  }

  /** Has tasks run by whom they belong to; calls back when they are on r disks. */
  public void submit(long at, List<Task> tasks, Runnable acknowledged) {
    now = Math.max(now, at);
    links.send(now, tasks, acknowledged);
  }

  /** Has the swarm keep an entry; calls back when it is on r disks. */
  public void store(long at, Entry entry, Runnable acknowledged) {
    now = Math.max(now, at);
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
              post,
              others,
              id,
              new RpcMessage.FindValue(id),
              this::isCredible,
              trust::refused,
              found)
          .askNext(now);
    }
  }

  /** Codecs let only sound entries through; a crawl must be its owner's besides. */
  private boolean isCredible(Entry found) {
    return EntryKind.of(found.body()) != EntryKind.CRAWL || CrawlRecord.read(found) != null;
  }

  /** Finds a piece of what a task brought; null if none that answers has it. */
  public void findPiece(long at, EntryId id, Consumer<@Nullable Entry> found) {
    now = Math.max(now, at);
    results.find(now, id, found);
  }

  /** Finds the closest living peer to a key; tells it, and how many were asked. */
  public void findOwner(long at, Key key, ObjIntConsumer<Peer> found) {
    now = Math.max(now, at);
    new OwnerLookup(post, members.ring(), key, found).askNext(now);
  }

  @Override
  public long onPacket(long at, Endpoint local, Endpoint from, byte[] packet, int length) {
    now = Math.max(now, at);
    if (post.onPacket(now, from, packet, length) == Rpc.Heard.ANSWER) {
      heart.answered(from); // who only talks may be deaf
    }
    return onTick(at);
  }

  @Override
  public long onTick(long at) {
    now = Math.max(now, at);
    members.onTick(now);
    lookAfterDisks();
    long next = replication.followRing(now);
    next = Math.min(next, Math.min(desk.onTick(now), results.onTick(now)));
    next = Math.min(next, Math.min(heart.onTick(now), links.onTick(now)));
    next = Math.min(next, trust.onTick(now));
    replication.pay(now); // last: all of the above may owe something to somebody
    results.pay(now);
    return Math.min(next, Math.min(leases.onTick(now), post.onTick(now)));
  }

  /**
   * A peer that cannot write any more gives up its place, so that others take over, and takes it
   * again when it can.
   */
  private void lookAfterDisks() {
    if (now < lookAt) {
      return;
    }
    lookAt = now + HeartBeat.SECOND;
    String ledger = disk.trouble();
    trouble = ledger == null ? resultDisk.trouble() : ledger;
    Peer self = members.self();
    if (trouble != null && self.virtualNodes() > 0) {
      stoodDown = true;
      heart.describe(self.incarnation() + 1, 0);
    } else if (trouble == null && stoodDown) {
      stoodDown = false;
      heart.describe(self.incarnation() + 1, settings.virtualNodes());
    }
  }

  /** Why this peer takes nothing new; null while it does. */
  public @Nullable String trouble() {
    return trouble;
  }

  private void onCall(long at, Endpoint from, RpcMessage.Call request, Rpc.ReplyTo replyTo) {
    switch (request) {
      case RpcMessage.Ping ping -> replyTo.send(heart.onPing(at, from, ping));
      case RpcMessage.Join join -> replyTo.send(heart.onJoin(at, from, join));
      case RpcMessage.FindNode find ->
          replyTo.send(new RpcMessage.Nodes(claims(replication.holders(find.key()))));
      case RpcMessage.FindValue find -> {
        Entry found = replication.get(find.id());
        replyTo.send(new RpcMessage.Value(found == null ? List.of() : List.of(found)));
      }
      case RpcMessage.StoreTask(List<Entry> tasks) -> {
        if (trouble == null) {
          storeTasks(tasks, replyTo);
        }
      }
      case RpcMessage.OfResults(RpcMessage.FindValue find) -> {
        RpcMessage.Refused refused = trust.refusesBulkRead(at, from);
        if (refused == null) {
          results.onFind(find, replyTo);
        } else {
          replyTo.send(refused);
        }
      }
      default -> {
        boolean isLend = request instanceof RpcMessage.Lend;
        if (members.takesPart(from) && (trouble == null || isLend)) {
          onCallOfMember(at, from, request, replyTo);
        }
      }
    }
  }

  /** What only who answers for keys may ask: a key costs nothing, an address does. */
  private void onCallOfMember(
      long at, Endpoint from, RpcMessage.Call request, Rpc.ReplyTo replyTo) {
    switch (request) {
      case RpcMessage.StoreBackup(List<Entry> entries, boolean everywhere) ->
          keep(from, entries, everywhere, replyTo);
      case RpcMessage.DeleteBackup(List<Entry> processed) -> keep(from, processed, false, replyTo);
      case RpcMessage.OfResults(RpcMessage.Call call) -> results.onCall(from, call, replyTo);
      case RpcMessage.RefreshTask(List<RpcMessage.Offer> offers, boolean everywhere) ->
          replication.offered(from, offers, everywhere, replyTo);
      case RpcMessage.Lend lend -> replyTo.send(leases.onLend(at, from, lend));
      case RpcMessage.ReadBooks books -> replyTo.send(trust.onReadBooks(books));
      case RpcMessage.Ping _,
          RpcMessage.Join _,
          RpcMessage.FindNode _,
          RpcMessage.FindValue _,
          RpcMessage.StoreTask _ -> {} // answered above
    }
  }

  /** STORE_TASK: those of this peer's keys are taken in, for the others it says who is closer. */
  private void storeTasks(List<Entry> tasks, Rpc.ReplyTo replyTo) {
    byte[] verdicts = new byte[tasks.size()];
    List<PeerClaim> closer = new ArrayList<>();
    List<EntryId> mine = new ArrayList<>();
    for (int i = 0; i < verdicts.length; i++) {
      Entry task = tasks.get(i);
      verdicts[i] = verdict(task);
      if (verdicts[i] == RpcMessage.Stored.NOT_MINE) {
        closer.addAll(claims(replication.holders(task.id().key())));
      } else if (verdicts[i] <= RpcMessage.Stored.KNOWN) {
        Entry news = verdicts[i] == RpcMessage.Stored.KNOWN ? shorterWay(task) : task;
        replication.take(news, null); // at once, for the next may find no room
        mine.add(news.id());
      }
    }
    RpcMessage reply = new RpcMessage.Stored(verdicts, closer.stream().distinct().toList());
    replication.whenEverywhere(mine, () -> replyTo.send(reply));
  }

  /**
   * What a known task's link adds to it: nothing, or a shorter way, which is a task of its own. So
   * no order in which links arrive keeps a page out of a crawl of limited depth.
   */
  private Entry shorterWay(Entry link) {
    Task task = Task.of(link);
    Entry known = replication.get(link.id());
    Task before = known == null ? null : Task.of(known);
    return task != null
            && before != null
            && task.way() == Way.SHORTEST
            && task.depth() < before.depth()
        ? task.asShorterWay().queued()
        : link;
  }

  private byte verdict(Entry entry) {
    Task task = Task.of(entry);
    // Shorter ways are found here, by comparing: one made up for every depth would be 16,000 tasks.
    if (task == null || entry.rank() != 0 || task.way() == Way.SHORTER) {
      return RpcMessage.Stored.REFUSED;
    }
    if (!replication.holds(entry.id().key())) {
      return RpcMessage.Stored.NOT_MINE;
    }
    if (replication.get(entry.id()) != null) {
      return RpcMessage.Stored.KNOWN;
    }
    HostPart part = task.part();
    if (part == null) {
      return RpcMessage.Stored.ACCEPTED;
    }
    int steps = hostParts.fullSteps(part);
    if (steps > 0) {
      return (byte) (RpcMessage.Stored.FULL + steps);
    }
    return hostParts.isFilling(part) ? RpcMessage.Stored.FILLING : RpcMessage.Stored.ACCEPTED;
  }

  private void keep(Endpoint from, List<Entry> entries, boolean everywhere, Rpc.ReplyTo replyTo) {
    List<Task> handedOver = new ArrayList<>();
    for (Entry brought : entries) {
      Entry before = replication.get(brought.id());
      Entry entry = before == null || brought.outranks(before) ? believed(from, brought) : brought;
      if (entry == null) {
        continue;
      }
      replication.take(entry, from);
      boolean unknown = before == null;
      Task task = unknown && replication.guards(entry.id().key()) ? Task.of(entry) : null;
      if (task != null) {
        handedOver.add(task);
      }
    }
    if (everywhere) {
      Countdown both =
          new Countdown(
              handedOver.size() + 1,
              () -> replyTo.send(new RpcMessage.Kept(members.fingerprint())));
      handedOver.forEach(task -> hostParts.onHandedOver(task, both::one));
      replication.whenEverywhere(
          entries.stream().map(Entry::id).filter(id -> replication.get(id) != null).toList(),
          both::one);
    } else {
      handedOver.forEach(task -> hostParts.onHandedOver(task, () -> {}));
      replication.sync(() -> replyTo.send(RpcMessage.Kept.HERE));
    }
  }

  /**
   * As much of it as this peer may be told by that one; null for nothing.
   *
   * <p>Of a result that does not count at least the task is kept, whoever holds it, and it is
   * answered as kept. If who brought it is the primary after all, this peer's view will change, and
   * what it then offers as queued is answered with the result. Until chaos found it, such a result
   * was not answered at all: whoever brought it brought it for ever, and with it everything else it
   * had for this peer.
   */
  private @Nullable Entry believed(Endpoint from, Entry brought) {
    return switch (authority.judge(now, from, brought)) {
      case KEEP -> brought;
      case AS_QUEUED -> {
        unbelieved++;
        Task task = Task.of(brought);
        boolean isNews = replication.get(brought.id()) == null;
        yield task != null && isNews ? task.queued() : null; // what is here already stands
      }
      case REFUSE -> null;
    };
  }

  private List<PeerClaim> claims(List<Peer> peers) {
    return peers.stream().map(peer -> new PeerClaim(peer, PeerClaim.Life.LIVING)).toList();
  }

  private void carry(
      long at, Endpoint to, RpcMessage.Call message, ReplicationQueue.Answer answer) {
    post.call(
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

  /** Who contributes, and who does not. */
  public TrustKeeper trust() {
    return trust;
  }

  /** Names that this peer may use alone. */
  public Leases leases() {
    return leases;
  }

  /** Why tasks could not be done here. */
  public List<TaskFailures.Reason> failures() {
    return desk.failures().reasons();
  }

  public Members members() {
    return members;
  }

  public Rpc.Counters traffic() {
    return post.counters();
  }

  /** What there is to do here and on the way, and what was done since the start. */
  public NodeFigures figures() {
    return new NodeFigures(
        desk.open(),
        links.open(),
        replication.owed(),
        results.owed(),
        desk.started(),
        desk.processed(),
        desk.failures().givenUp(),
        links.sent(),
        links.batches(),
        links.kept(),
        links.suppressed(),
        links.sentOn(),
        hostParts.names(),
        unbelieved);
  }
}
