package org.orbweaver.overlay.node;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.membership.Peer;
import org.orbweaver.overlay.membership.PeerClaim;
import org.orbweaver.overlay.memory.LruMap;
import org.orbweaver.overlay.rpc.Rpc;
import org.orbweaver.overlay.rpc.RpcMessage;
import org.orbweaver.overlay.task.HostPart;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.overlay.task.TaskKey;
import org.orbweaver.overlay.task.Way;
import org.orbweaver.wire.PacketHandler;

/**
 * Brings links to the peers that answer for them, many at a time (Herodotus §4.4).
 *
 * <p>Links wait for others to the same owner until a batch is full or the oldest has waited long
 * enough: usually a moment; ten times as long while more keep coming and this peer has so much to
 * do that nobody misses them. So a steady crawl fills its batches, and one that begins or ends does
 * not wait. Owners are read off the view, which costs no lookup. A link that was acknowledged is
 * not sent again while it is remembered.
 */
final class LinkExchange {
  private static final Rpc.Patience PATIENCE = new Rpc.Patience(4_000_000_000L, 3);
  private static final long RETRY_AFTER = 2_000_000_000L;
  private static final int MOST_PER_BATCH = 1000;

  /**
   * For so long a page waits for a link of which its owner, who looks alive, does not say that it
   * keeps it. Then the page is finished without, and the link is brought on, more seldom: a member
   * that answers nothing but pings would otherwise keep every page from being finished that links
   * to one of its own.
   */
  private static final long MOST_PATIENCE = 300_000_000_000L;

  /** The same where it says that it does not: who has no room for now will have it again. */
  private static final long MOST_PATIENCE_WITH_REFUSALS = 3_600_000_000_000L;

  private static final long SELDOM = 60_000_000_000L;

  /** Links without a page that waits for them; more are not brought on. */
  private static final int MOST_UNTAKEN = 1 << 14;

  /** With a dozen bytes each they fill a datagram, and a further one costs no less. */
  private static final int FULL = 100;

  /** How many moments links wait at most, and for how many new ones in each. */
  private static final int MOST_MOMENTS = 10;

  private static final int WORTH_WAITING = 3;
  private static final int IMAGED_HOSTS = 1 << 16;

  /** Takes tasks in at this very peer, as it would take in those of others. */
  interface Local {
    void store(List<Entry> tasks, Rpc.ReplyTo replyTo);
  }

  /** Knows how much there is to do here. */
  interface Backlog {
    /** How long the tasks that wait here last, in nanoseconds; 0 if nobody knows. */
    long lasts();
  }

  /** Links to one owner that wait for company. */
  private static final class Box implements Comparable<Box> {
    private final Endpoint owner;
    private final long since;
    private final List<Parcel> parcels = new ArrayList<>();
    private long lookAt;
    private int before;
    private boolean sent;

    Box(Endpoint owner, long since, long lookAt) {
      this.owner = owner;
      this.since = since;
      this.lookAt = lookAt;
    }

    @Override
    public int compareTo(Box other) {
      int order = Long.compare(lookAt, other.lookAt);
      return order != 0 ? order : owner.compareTo(other.owner);
    }
  }

  /** A link on its way; several pages may wait for it. */
  private static final class Parcel {
    private final long name;
    private Task task;
    private Entry entry;
    private int fromLevel;
    private final long since;
    private boolean untaken;
    private final List<Receipt> receipts = new ArrayList<>();

    Parcel(long now, long name, Task task) {
      this.since = now;
      this.name = name;
      this.task = task;
      this.entry = task.queued();
    }
  }

  /** A page's links: how many are not acknowledged yet. */
  private static final class Receipt {
    private int open;
    private final Runnable acknowledged;

    Receipt(int open, Runnable acknowledged) {
      this.open = open;
      this.acknowledged = acknowledged;
    }

    void sign() {
      if (--open == 0) {
        acknowledged.run();
      }
    }
  }

  private final Replication replication;
  private final Rpc rpc;
  private final HeartBeat heart;
  private final Endpoint home;
  private final Local local;
  private final Backlog backlog;
  private final long flushAfter;
  private final Map<Long, Parcel> parcels = new HashMap<>();
  private final TreeMap<Long, List<Parcel>> agenda = new TreeMap<>();
  private final Map<Endpoint, Box> boxes = new HashMap<>();
  private final PriorityQueue<Box> looks = new PriorityQueue<>();
  private final Map<Long, Integer> remembered;
  private final PartImage image;
  private long moment;
  private long suppressed;
  private long sent;
  private long kept;
  private long sentOn;
  private long batches;
  private long untaken;
  private int untakenOpen;

  LinkExchange(
      Replication replication,
      Rpc rpc,
      HeartBeat heart,
      Endpoint home,
      Local local,
      Backlog backlog,
      OverlaySettings settings) {
    this.replication = replication;
    this.rpc = rpc;
    this.heart = heart;
    this.home = home;
    this.local = local;
    this.backlog = backlog;
    this.flushAfter = settings.flushNanos();
    this.image = new PartImage(IMAGED_HOSTS, settings.hostKeys());
    this.remembered = new LruMap<>(settings.remembers());
  }

  /** Sends tasks to where they belong; calls back when each is on r disks. */
  void send(long now, List<Task> tasks, Runnable acknowledged) {
    Receipt receipt = new Receipt(tasks.size() + 1, acknowledged);
    for (Task task : tasks) {
      long name = parcelName(task);
      if (isKnownThere(task)) {
        suppressed++;
        receipt.sign();
        continue;
      }
      Parcel parcel = parcels.get(name);
      if (parcel == null) {
        parcel = new Parcel(now, name, task);
        parcels.put(name, parcel);
        gather(now, parcel);
      }
      if (parcel.untaken) {
        receipt.sign();
      } else {
        parcel.receipts.add(receipt);
      }
    }
    receipt.sign();
  }

  /** Of a link whose depth counts, each depth is sent: a shorter way is news. */
  private static long parcelName(Task task) {
    return task.way() == Way.SHORTEST ? task.asShorterWay().name() : task.name();
  }

  private boolean isKnownThere(Task task) {
    Integer depth = remembered.get(task.name());
    return depth != null && (task.way() == Way.ANY || depth <= task.depth());
  }

  private void schedule(long at, Parcel parcel) {
    agenda.computeIfAbsent(at, t -> new ArrayList<>()).add(parcel);
  }

  /** Puts it to the others of its owner. */
  private void gather(long now, Parcel parcel) {
    Endpoint owner = owner(parcel);
    if (owner == null) {
      schedule(now + RETRY_AFTER, parcel);
      return;
    }
    Box box = boxes.get(owner);
    if (box == null) {
      box = new Box(owner, now, nextMoment(now));
      boxes.put(owner, box);
      looks.add(box);
    }
    box.parcels.add(parcel);
    if (box.parcels.size() >= FULL) {
      close(now, box);
    }
  }

  /**
   * The same for all owners: what goes out together is answered together, and the messages that
   * follow from it are gathered. With a moment for each owner they were a fifth more.
   */
  private long nextMoment(long now) {
    if (moment <= now) {
      moment = now + flushAfter;
    }
    return moment;
  }

  /** It goes at the next tick; owners are looked up again, for the view may have changed. */
  private void close(long now, Box box) {
    box.sent = true;
    boxes.remove(box.owner);
    box.parcels.forEach(parcel -> schedule(now, parcel));
  }

  private void lookIntoBoxes(long now) {
    while (!looks.isEmpty() && (looks.peek().sent || looks.peek().lookAt <= now)) {
      Box box = looks.poll();
      if (box.sent) {
        continue;
      }
      int come = box.parcels.size() - box.before;
      long patience = Math.min(MOST_MOMENTS * flushAfter, backlog.lasts() / 2);
      if (come >= WORTH_WAITING && now + flushAfter <= box.since + patience) {
        box.before = box.parcels.size();
        box.lookAt = nextMoment(now);
        looks.add(box);
      } else {
        close(now, box);
      }
    }
  }

  long onTick(long now) {
    lookIntoBoxes(now);
    if (!agenda.isEmpty() && agenda.firstKey() <= now) {
      Map<Endpoint, List<Parcel>> byOwner = new TreeMap<>();
      while (!agenda.isEmpty() && agenda.firstKey() <= now) {
        agenda.pollFirstEntry().getValue().forEach(parcel -> address(now, parcel, byOwner));
      }
      byOwner.forEach((owner, batch) -> dispatch(now, owner, batch));
    }
    long next = agenda.isEmpty() ? PacketHandler.NEVER : agenda.firstKey();
    return looks.isEmpty() ? next : Math.min(next, looks.peek().lookAt);
  }

  private void address(long now, Parcel parcel, Map<Endpoint, List<Parcel>> byOwner) {
    Endpoint owner = owner(parcel);
    if (owner == null) {
      schedule(now + RETRY_AFTER, parcel);
    } else {
      byOwner.computeIfAbsent(owner, a -> new ArrayList<>()).add(parcel);
    }
  }

  /** Who answers for it, as far as this peer knows; null if it knows nobody who does. */
  private @Nullable Endpoint owner(Parcel parcel) {
    Task placed = image.place(parcel.task, parcel.fromLevel);
    if (placed.level() != parcel.task.level()) {
      parcel.task = placed;
      parcel.entry = placed.queued();
    }
    List<Peer> holders = replication.holders(parcel.entry.id().key());
    return holders.isEmpty() ? null : holders.getFirst().address();
  }

  /** Sorted, so that what is alike stands together and the compression finds it. */
  private void dispatch(long now, Endpoint owner, List<Parcel> all) {
    all.sort(Comparator.comparing(parcel -> parcel.entry, Entry.BY_CONTENT));
    for (int from = 0; from < all.size(); from += MOST_PER_BATCH) {
      List<Parcel> batch = all.subList(from, Math.min(all.size(), from + MOST_PER_BATCH));
      List<Entry> entries = batch.stream().map(parcel -> parcel.entry).toList();
      if (owner.equals(home)) {
        kept += batch.size();
        local.store(entries, reply -> onStored(now, owner, batch, reply));
      } else {
        sent += batch.size();
        batches++;
        rpc.call(
            now,
            owner,
            new RpcMessage.StoreTask(entries),
            PATIENCE,
            Replies.of(
                (at, reply) -> onStored(at, owner, batch, reply),
                at -> onSilence(at, owner, batch)));
      }
    }
  }

  private void onStored(long now, Endpoint owner, List<Parcel> batch, RpcMessage reply) {
    if (!(reply instanceof RpcMessage.Stored(byte[] verdicts, List<PeerClaim> closer))
        || verdicts.length != batch.size()) {
      retry(now, batch, MOST_PATIENCE);
      return;
    }
    heart.learn(now, owner, closer);
    List<Parcel> again = new ArrayList<>();
    List<Parcel> nowhere = new ArrayList<>();
    for (int i = 0; i < verdicts.length; i++) {
      Parcel parcel = batch.get(i);
      if (verdicts[i] == RpcMessage.Stored.NOT_MINE || verdicts[i] == RpcMessage.Stored.REFUSED) {
        again.add(parcel); // refused is not kept: it is sent again until somebody keeps it
      } else if (verdicts[i] >= RpcMessage.Stored.FILLING) {
        if (!sendOn(now, parcel, verdicts[i] - RpcMessage.Stored.FULL)) {
          nowhere.add(parcel);
        }
      } else {
        acknowledge(parcel);
      }
    }
    retry(now, again, MOST_PATIENCE_WITH_REFUSALS);
    retry(now, nowhere, MOST_PATIENCE);
  }

  /**
   * The part that it was sent to has no room for it.
   *
   * @param steps to how many steps all parts are full; below 1 if not even this one is yet
   * @return false if no part follows: what cannot be full is said to be, and whoever says so could
   *     say it for ever while a page waits
   */
  private boolean sendOn(long now, Parcel parcel, int steps) {
    HostPart part = parcel.task.part();
    int next = parcel.task.level() + HostPart.STEP * Math.max(1, steps);
    if (part == null || next > TaskKey.HIGHEST_LEVEL) {
      return false;
    }
    parcel.fromLevel = next;
    if (steps > 0) {
      image.learnFull(part, steps);
    }
    sentOn++;
    schedule(now, parcel);
    return true;
  }

  private void onSilence(long now, Endpoint owner, List<Parcel> batch) {
    heart.suspect(now, owner, HeartBeat.SILENCE);
    retry(now, batch, MOST_PATIENCE);
  }

  private void retry(long now, List<Parcel> batch, long patience) {
    for (Parcel parcel : batch) {
      if (!parcel.untaken && now - parcel.since >= patience) {
        parcel.untaken = true;
        untaken++;
        untakenOpen++;
        List<Receipt> waiting = List.copyOf(parcel.receipts);
        parcel.receipts.clear();
        waiting.forEach(Receipt::sign);
      }
      if (parcel.untaken && untakenOpen > MOST_UNTAKEN) {
        parcels.remove(parcel.name);
        untakenOpen--;
      } else {
        schedule(now + (parcel.untaken ? SELDOM : RETRY_AFTER), parcel);
      }
    }
  }

  private void acknowledge(Parcel parcel) {
    untakenOpen -= parcel.untaken ? 1 : 0;
    parcels.remove(parcel.name);
    remembered.merge(parcel.task.name(), parcel.task.depth(), Math::min);
    parcel.receipts.forEach(Receipt::sign);
  }

  /** Links on their way that a page waits for. */
  int open() {
    return parcels.size() - untakenOpen;
  }

  /** Links whose owner has not taken them for minutes, so that their pages were done without. */
  long untaken() {
    return untaken;
  }

  long suppressed() {
    return suppressed;
  }

  /** Links that left for another peer, retries included. */
  long sent() {
    return sent;
  }

  /** How many messages they left in. */
  long batches() {
    return batches;
  }

  /** Links that never left. */
  long kept() {
    return kept;
  }

  /** Links that had to be sent on because the part of their host had no room. */
  long sentOn() {
    return sentOn;
  }
}
