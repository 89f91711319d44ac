package org.orbweaver.overlay.node;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.lease.Leases;
import org.orbweaver.overlay.ledger.Disk;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.post.Message;
import org.orbweaver.overlay.post.Post;
import org.orbweaver.overlay.post.Seal;
import org.orbweaver.overlay.swarm.Claim;
import org.orbweaver.overlay.swarm.Members;
import org.orbweaver.overlay.swarm.Notary;
import org.orbweaver.overlay.swarm.Peer;
import org.orbweaver.overlay.swarm.Portrait;
import org.orbweaver.overlay.swarm.Ring;
import org.orbweaver.overlay.task.Runner;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.wire.Outbox;
import org.orbweaver.wire.PacketHandler;

/** A peer of the swarm, as its driver sees it. */
public final class OverlayNode implements PacketHandler {
  private static final Post.Patience PATIENCE = new Post.Patience(4_000_000_000L, 3);

  private final Members members;
  private final Disk disk;
  private final Post post;
  private final HeartBeat heart;
  private final Replication replication;
  private final TaskDesk desk;
  private final LinkExchange links;
  private final Leases leases;
  private long now;

  /** What a peer is made of. */
  public record Parts(
      Disk disk,
      Outbox outbox,
      Seal seal,
      Notary notary,
      Runner runner,
      RandomGenerator random,
      Function<Collection<Peer>, Ring> rings) {}

  /**
   * @param now also the peer's first incarnation: it never runs backwards, so this one outbids all
   *     before
   */
  public OverlayNode(long now, Portrait portrait, Parts parts, OverlaySettings settings) {
    this.now = now;
    this.disk = parts.disk();
    Peer self = portrait.of(now, settings.virtualNodes());
    members = new Members(self, parts.rings());
    post = new Post(self.address(), parts.outbox(), parts.seal(), parts.random(), this::onCall);
    leases = new Leases(members, post, parts.random());
    heart = new HeartBeat(members, parts.notary(), post, parts.random(), portrait);
    replication = new Replication(members, disk, settings.copies(), this::carry, this::onGuarded);
    links =
        new LinkExchange(
            replication,
            post,
            heart,
            self.address(),
            (tasks, acknowledged) -> takeEverywhere(null, tasks, acknowledged),
            settings.flushNanos(),
            settings.remembers());
    desk =
        new TaskDesk(
            replication,
            parts.runner(),
            (tasks, acknowledged) -> links.send(this.now, tasks, acknowledged),
            settings.slots());
  }

  private void onGuarded(Entry entry) {
    desk.onGuarded(entry);
  }

  /** Joins the swarm that one of these peers is in. */
  public void join(long at, Collection<Endpoint> gates) {
    now = Math.max(now, at);
    for (Endpoint gate : gates) {
      if (!gate.equals(members.self().address())) {
        heart.join(now, gate);
      }
    }
  }

  /** Its notary has found out that this peer lives. */
  public void meet(long at, Peer peer) {
    now = Math.max(now, at);
    heart.learn(now, List.of(new Claim(peer, Claim.Life.LIVING)));
  }

  /** Gives away all that it holds; when {@link #isEmpty} the peer may go. */
  public void leave(long at) {
    now = Math.max(now, at);
    heart.describe(members.self().incarnation() + 1, 0);
  }

  public boolean isEmpty() {
    return figures().isIdle() && disk.from(EntryId.FIRST, 1).isEmpty();
  }

  /** Has tasks run by whom they belong to; calls back when they are on r disks. */
  public void submit(long at, List<Task> tasks, Runnable acknowledged) {
    now = Math.max(now, at);
    links.send(now, tasks, acknowledged);
  }

  @Override
  public long onPacket(long at, Endpoint local, Endpoint from, byte[] packet, int length) {
    now = Math.max(now, at);
    if (post.onPacket(now, from, packet, length)) {
      heart.heardFrom(from); // a forged packet is no sign of life
    }
    return onTick(at);
  }

  @Override
  public long onTick(long at) {
    now = Math.max(now, at);
    replication.onTick(now);
    desk.onTick(now);
    long next = Math.min(heart.onTick(now), links.onTick(now));
    return Math.min(next, Math.min(leases.onTick(now), post.onTick(now)));
  }

  private void onCall(long at, Endpoint from, Message request, Post.ReplyTo replyTo) {
    switch (request) {
      case Message.Ping ping -> replyTo.send(heart.onPing(at, from, ping));
      case Message.Join(Claim newcomer) -> replyTo.send(heart.onJoin(at, newcomer));
      case Message.FindNode find ->
          replyTo.send(new Message.Nodes(claims(replication.holders(find.key()))));
      case Message.FindValue find -> {
        Entry found = replication.get(find.id());
        replyTo.send(new Message.Value(found == null ? List.of() : List.of(found)));
      }
      case Message.StoreTask(List<Entry> tasks) -> storeTasks(tasks, replyTo);
      case Message.StoreBackup(List<Entry> entries, boolean everywhere) ->
          keep(from, entries, everywhere, replyTo);
      case Message.DeleteBackup(List<Entry> processed) -> keep(from, processed, false, replyTo);
      case Message.RefreshTask(List<Message.Offer> offers) -> {
        Message wanted = wanted(from, offers);
        replication.sync(() -> replyTo.send(wanted)); // what is not wanted must be safe here
      }
      case Message.Lend lend -> replyTo.send(leases.onLend(at, lend));
      case Message.Pong _,
          Message.Roster _,
          Message.Nodes _,
          Message.Value _,
          Message.Stored _,
          Message.Kept _,
          Message.Lent _,
          Message.Wanted _ -> {} // answers to nothing
    }
  }

  /** STORE_TASK: those of this peer's keys are taken in, for the others it says who is closer. */
  private void storeTasks(List<Entry> tasks, Post.ReplyTo replyTo) {
    byte[] verdicts = new byte[tasks.size()];
    List<Claim> closer = new ArrayList<>();
    List<Entry> mine = new ArrayList<>();
    for (int i = 0; i < verdicts.length; i++) {
      Entry task = tasks.get(i);
      if (task.rank() != Task.QUEUED) {
        verdicts[i] = Message.Stored.REFUSED;
      } else if (!replication.holds(task.id().key())) {
        verdicts[i] = Message.Stored.NOT_MINE;
        closer.addAll(claims(replication.holders(task.id().key())));
      } else {
        verdicts[i] =
            replication.get(task.id()) == null ? Message.Stored.ACCEPTED : Message.Stored.KNOWN;
        mine.add(task);
      }
    }
    Message reply = new Message.Stored(verdicts, closer.stream().distinct().toList());
    takeEverywhere(null, mine, () -> replyTo.send(reply));
  }

  private void keep(Endpoint from, List<Entry> entries, boolean everywhere, Post.ReplyTo replyTo) {
    if (everywhere) {
      takeEverywhere(from, entries, () -> replyTo.send(new Message.Kept(members.fingerprint())));
    } else {
      entries.forEach(entry -> replication.take(entry, from));
      replication.sync(() -> replyTo.send(new Message.Kept(members.fingerprint())));
    }
  }

  /** Takes entries in and calls back when each is on r disks, this one's among them. */
  private void takeEverywhere(@Nullable Endpoint from, List<Entry> entries, Runnable then) {
    Countdown countdown = new Countdown(entries.size() + 1, then);
    for (Entry entry : entries) {
      replication.take(entry, from);
      replication.whenEverywhere(entry.id(), countdown::one);
    }
    replication.sync(countdown::one);
  }

  private Message.Wanted wanted(Endpoint from, List<Message.Offer> offers) {
    byte[] bits = new byte[Math.ceilDiv(offers.size(), 8)];
    for (int i = 0; i < offers.size(); i++) {
      if (replication.wants(from, offers.get(i))) {
        bits[i / 8] |= (byte) (1 << i % 8);
      }
    }
    return new Message.Wanted(bits);
  }

  private List<Claim> claims(List<Peer> peers) {
    return peers.stream().map(peer -> new Claim(peer, Claim.Life.LIVING)).toList();
  }

  private void carry(long at, Endpoint to, Message message, Debts.Answer answer) {
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

  /** Names that this peer may use alone. */
  public Leases leases() {
    return leases;
  }

  public Members members() {
    return members;
  }

  public Post.Counters traffic() {
    return post.counters();
  }

  /** What there is to do here and on the way, and what was done since the start. */
  public NodeFigures figures() {
    return new NodeFigures(
        desk.open(),
        links.open(),
        replication.owed(),
        desk.started(),
        desk.processed(),
        links.sent(),
        links.kept(),
        links.suppressed());
  }
}
