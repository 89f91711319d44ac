package org.orbweaver.overlay.node;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.post.Message;
import org.orbweaver.overlay.post.Post;
import org.orbweaver.overlay.swarm.Claim;
import org.orbweaver.overlay.swarm.Peer;
import org.orbweaver.overlay.task.HostPart;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.overlay.task.TaskKey;
import org.orbweaver.wire.PacketHandler;

/**
 * Brings links to the peers that answer for them, many at a time (Herodotus §4.4).
 *
 * <p>Links wait, sorted by key, until their owner has a batch of them or the oldest has waited long
 * enough. Owners are read off the ring; so the walk along the keys visits each of them once and
 * costs no lookup. A link that was acknowledged is not sent again while it is remembered.
 */
final class LinkExchange {
  private static final Post.Patience PATIENCE = new Post.Patience(4_000_000_000L, 3);
  private static final long RETRY_AFTER = 2_000_000_000L;
  private static final int MOST_PER_BATCH = 1000;
  private static final int IMAGED_HOSTS = 1 << 16;

  /** Takes tasks in at this very peer, as it would take in those of others. */
  interface Local {
    void store(List<Entry> tasks, Post.ReplyTo replyTo);
  }

  /** A link on its way; several pages may wait for it. */
  private static final class Parcel {
    private Task task;
    private final List<Receipt> receipts = new ArrayList<>();
    private long notBefore;
    private boolean onTheWay;
    private int levelAtLeast;

    Parcel(Task task) {
      this.task = task;
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
  private final Post post;
  private final HeartBeat heart;
  private final Endpoint home;
  private final Local local;
  private final long flushAfter;
  private final Map<Long, Parcel> parcels = new TreeMap<>();
  private final LinkedHashMap<Long, Boolean> remembered;
  private final PartImage image;
  private long flushAt = PacketHandler.NEVER;
  private long suppressed;
  private long sent;
  private long kept;
  private long moved;

  LinkExchange(
      Replication replication,
      Post post,
      HeartBeat heart,
      Endpoint home,
      Local local,
      OverlaySettings settings) {
    this.replication = replication;
    this.post = post;
    this.heart = heart;
    this.home = home;
    this.local = local;
    this.flushAfter = settings.flushNanos();
    this.image = new PartImage(IMAGED_HOSTS, settings.hostKeys());
    this.remembered =
        new LinkedHashMap<>(16, 0.75f, true) {
          @Override
          protected boolean removeEldestEntry(Map.Entry<Long, Boolean> eldest) {
            return size() > settings.remembers();
          }
        };
  }

  /** Sends tasks to where they belong; calls back when each is on r disks. */
  void send(long now, List<Task> tasks, Runnable acknowledged) {
    List<Task> news = new ArrayList<>();
    for (Task task : tasks) {
      if (remembered.get(task.name()) == null) {
        news.add(task);
      } else {
        suppressed++;
      }
    }
    if (news.isEmpty()) {
      acknowledged.run();
      return;
    }
    Receipt receipt = new Receipt(news.size(), acknowledged);
    for (Task task : news) {
      parcels.computeIfAbsent(task.name(), name -> new Parcel(task)).receipts.add(receipt);
    }
    flushAt = Math.min(flushAt, now + flushAfter);
  }

  long onTick(long now) {
    if (now < flushAt) {
      return flushAt;
    }
    flushAt = PacketHandler.NEVER;
    Map<Endpoint, List<Parcel>> byOwner = new TreeMap<>();
    for (Parcel parcel : parcels.values()) {
      if (parcel.onTheWay) {
        continue;
      }
      if (parcel.notBefore > now) {
        flushAt = Math.min(flushAt, parcel.notBefore);
        continue;
      }
      parcel.task = image.place(parcel.task);
      if (parcel.task.level() < parcel.levelAtLeast) {
        parcel.task = parcel.task.at(parcel.levelAtLeast);
      }
      List<Peer> holders = replication.holders(parcel.task.id().key());
      if (holders.isEmpty()) {
        flushAt = Math.min(flushAt, now + RETRY_AFTER);
      } else {
        byOwner.computeIfAbsent(holders.getFirst().address(), a -> new ArrayList<>()).add(parcel);
      }
    }
    byOwner.forEach((owner, batch) -> dispatch(now, owner, batch));
    return flushAt;
  }

  private void dispatch(long now, Endpoint owner, List<Parcel> all) {
    for (int from = 0; from < all.size(); from += MOST_PER_BATCH) {
      List<Parcel> batch = all.subList(from, Math.min(all.size(), from + MOST_PER_BATCH));
      batch.forEach(parcel -> parcel.onTheWay = true);
      List<Entry> entries = batch.stream().map(parcel -> parcel.task.queued()).toList();
      if (owner.equals(home)) {
        kept += batch.size();
        local.store(entries, reply -> onStored(now, batch, reply));
      } else {
        sent += batch.size();
        post.call(
            now,
            owner,
            new Message.StoreTask(entries),
            PATIENCE,
            Replies.of(
                (at, reply) -> onStored(at, batch, reply), at -> onSilence(at, owner, batch)));
      }
    }
  }

  private void onStored(long now, List<Parcel> batch, Message reply) {
    if (!(reply instanceof Message.Stored(byte[] verdicts, List<Claim> closer))
        || verdicts.length != batch.size()) {
      retry(now, batch);
      return;
    }
    heart.learn(now, closer);
    List<Parcel> again = new ArrayList<>();
    for (int i = 0; i < verdicts.length; i++) {
      Parcel parcel = batch.get(i);
      if (verdicts[i] == Message.Stored.NOT_MINE) {
        again.add(parcel);
      } else if (verdicts[i] >= Message.Stored.GOING) {
        parcel.levelAtLeast = Math.min(verdicts[i] - Message.Stored.GOING, TaskKey.HIGHEST_LEVEL);
        follow(now, parcel, parcel.task.level());
      } else if (verdicts[i] >= Message.Stored.MOVED) {
        follow(now, parcel, verdicts[i] - Message.Stored.MOVED);
      } else {
        acknowledge(parcel);
      }
    }
    retry(now, again);
  }

  /** The part it was sent to has another level than was known, and the page is in another part. */
  private void follow(long now, Parcel parcel, int level) {
    HostPart part = parcel.task.part();
    if (part != null && level <= TaskKey.HIGHEST_LEVEL && level > part.level()) {
      image.learn(new HostPart(part.host(), part.number(), level));
    }
    moved++;
    parcel.onTheWay = false;
    flushAt = now;
  }

  private void onSilence(long now, Endpoint owner, List<Parcel> batch) {
    heart.suspect(now, owner, HeartBeat.SILENCE);
    retry(now, batch);
  }

  private void retry(long now, List<Parcel> batch) {
    for (Parcel parcel : batch) {
      parcel.onTheWay = false;
      parcel.notBefore = now + RETRY_AFTER;
      flushAt = Math.min(flushAt, parcel.notBefore);
    }
  }

  private void acknowledge(Parcel parcel) {
    parcels.remove(parcel.task.name());
    remembered.put(parcel.task.name(), true);
    parcel.receipts.forEach(Receipt::sign);
  }

  /** Links on their way. */
  int open() {
    return parcels.size();
  }

  long suppressed() {
    return suppressed;
  }

  /** Links that left for another peer, retries included. */
  long sent() {
    return sent;
  }

  /** Links that never left. */
  long kept() {
    return kept;
  }

  /** Links that had to be sent on because their host had been split further than was known. */
  long moved() {
    return moved;
  }
}
