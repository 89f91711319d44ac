package org.orbweaver.overlay.node;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.membership.Members;
import org.orbweaver.overlay.membership.PeerClaim;
import org.orbweaver.overlay.rpc.Rpc;
import org.orbweaver.overlay.rpc.RpcMessage;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.overlay.task.HostPart;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.overlay.task.Way;

/**
 * What other peers bring to be kept: new tasks, of anybody, and copies and news of entries, as far
 * as their {@link Authority} goes. It is answered when it is on the disks that it belongs on.
 */
final class EntryIntake {
  /** Batches that wait for their crawl's record; more are not answered, and brought again. */
  private static final int MOST_WAITING = 256;

  private static final int MOST_WAITING_OF_ONE = 16;

  /**
   * Of a batch. One with more is not answered and brought again; by then more of them are known,
   * for all have been asked for as far as there was room.
   */
  private static final int MOST_CRAWLS = 64;

  private final Members members;
  private final Replication replication;
  private final HostParts hostParts;
  private final CrawlCalendar calendar;
  private final Authority authority;
  private int waiting;
  private final Map<Endpoint, Integer> waitingOf = new HashMap<>();
  private long unbelieved;

  EntryIntake(
      Members members,
      Replication replication,
      HostParts hostParts,
      CrawlCalendar calendar,
      Authority authority) {
    this.calendar = calendar;
    this.members = members;
    this.replication = replication;
    this.hostParts = hostParts;
    this.authority = authority;
  }

  /** STORE_TASK: those of this peer's keys are taken in, for the others it says who is closer. */
  void storeTasks(List<Entry> tasks, Rpc.ReplyTo replyTo) {
    byte[] verdicts = new byte[tasks.size()];
    List<PeerClaim> closer = new ArrayList<>();
    List<EntryId> mine = new ArrayList<>();
    for (int i = 0; i < verdicts.length; i++) {
      Entry task = tasks.get(i);
      verdicts[i] = verdict(task);
      if (verdicts[i] == RpcMessage.Stored.NOT_MINE) {
        closer.addAll(claims(task.id().key()));
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

  /** STORE_BACKUP and DELETE_BACKUP: what another peer says of entries that are kept here, too. */
  void keep(long now, Endpoint from, List<Entry> entries, boolean everywhere, Rpc.ReplyTo replyTo) {
    Set<CrawlId> awaited = authority.awaited(now, from, entries);
    if (awaited.isEmpty()) {
      keepNow(now, from, entries, everywhere, replyTo);
    } else if (awaited.size() <= MOST_CRAWLS
        && waiting < MOST_WAITING
        && waitingOf.getOrDefault(from, 0) < MOST_WAITING_OF_ONE) {
      waiting++;
      waitingOf.merge(from, 1, Integer::sum);
      Countdown all =
          new Countdown(
              awaited.size(),
              () -> {
                waiting--;
                waitingOf.computeIfPresent(from, (who, count) -> count == 1 ? null : count - 1);
                // Each crawl is waited for once. One that is forgotten by now, because thousands
                // of others were named meanwhile, would be judged as if nobody knew it.
                if (authority.awaited(now, from, entries).isEmpty()) {
                  keepNow(now, from, entries, everywhere, replyTo);
                }
              });
      awaited.forEach(crawl -> calendar.onceAnswered(now, crawl, all::one));
    }
  }

  private void keepNow(
      long now, Endpoint from, List<Entry> entries, boolean everywhere, Rpc.ReplyTo replyTo) {
    List<Task> handedOver = new ArrayList<>();
    for (Entry brought : entries) {
      Entry before = replication.get(brought.id());
      Entry entry =
          before == null || brought.outranks(before) ? believed(now, from, brought) : brought;
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
  private @Nullable Entry believed(long now, Endpoint from, Entry brought) {
    return switch (authority.judge(now, from, brought)) {
      case KEEP -> brought;
      case AS_QUEUED -> {
        unbelieved++;
        Task task = Task.of(brought);
        boolean isNews = replication.get(brought.id()) == null;
        yield task != null && isNews
            ? task.inRound(0).queued()
            : null; // what is here already stands
      }
      case REFUSE -> null;
    };
  }

  /** Who keeps what has this key. */
  List<PeerClaim> claims(Key key) {
    return replication.holders(key).stream()
        .map(peer -> new PeerClaim(peer, PeerClaim.Life.LIVING))
        .toList();
  }

  /** Results that were brought and did not count. */
  long unbelieved() {
    return unbelieved;
  }
}
