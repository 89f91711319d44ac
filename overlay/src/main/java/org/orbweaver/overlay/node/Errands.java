package org.orbweaver.overlay.node;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.membership.Peer;
import org.orbweaver.overlay.rpc.RpcMessage;
import org.orbweaver.overlay.rpc.RpcMessage.TaskRun;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.wire.PacketHandler;

/**
 * Tasks that one peer answers for and another runs, because the first one's operator does not want
 * it done on that machine. The other is one of those who keep the task anyway: it fetches the page,
 * sends its links where they belong and brings its pieces to r disks; the peer that answers for the
 * task signs the record, as of any other of its own.
 *
 * <p>Nothing of this is on disk. The task stays queued on r disks until its record is there: if
 * either of the two dies, the next primary begins anew. Who was asked and neither tells nor lives
 * is given up after a while, and the next is asked; so it is where one says no. They take turns:
 * one that always says no, or takes everything and tells nothing, would otherwise keep for ever
 * what another would run.
 *
 * <p>Bounded: a peer runs at most {@link #MOST_FOR_ONE} tasks for another at a time and answers
 * further ones with no; those are asked about again later.
 */
final class Errands {
  private static final long SECOND = 1_000_000_000L;

  /** A task that waits for its host behind others may take that long. */
  private static final long LONGEST = 1_800 * SECOND;

  private static final long ASK_AGAIN = 10 * SECOND;
  private static final int MOST_FOR_ONE = 256;

  /** Is told how a task ended that was handed on. */
  interface Owner {
    void ended(EntryId id, TaskRun how);

    /** It is another peer's by now, or done. */
    void dropped(EntryId id);
  }

  private static final class Given {
    private final Set<Endpoint> refused = new HashSet<>();

    /** Who was asked since all had their turn. */
    private final Set<Endpoint> asked = new HashSet<>();

    /** Who said that it runs it; it may yet tell, when the next has been asked, too. */
    private final Set<Endpoint> took = new HashSet<>();

    private final String because;
    private @Nullable Endpoint to;
    private boolean taken;
    private long until;

    Given(String because) {
      this.because = because;
    }

    /** Whose turn it is. */
    Endpoint next(List<Peer> left) {
      List<Endpoint> all = left.stream().map(Peer::address).toList();
      if (asked.containsAll(all)) {
        asked.clear();
      }
      Endpoint first =
          all.stream().filter(each -> !asked.contains(each)).findFirst().orElse(all.getFirst());
      asked.add(first);
      return first;
    }
  }

  private final Replication replication;
  private final ReplicationQueue.Carrier carrier;
  private final Owner owner;
  private final Map<EntryId, Given> given = new LinkedHashMap<>();
  private final Map<EntryId, Endpoint> borrowed = new HashMap<>();
  private final Map<Endpoint, Integer> forEach = new HashMap<>();
  private long now;
  private long lookAt = PacketHandler.NEVER;
  private long handedOn;
  private long runForOthers;

  Errands(Replication replication, ReplicationQueue.Carrier carrier, Owner owner) {
    this.replication = replication;
    this.carrier = carrier;
    this.owner = owner;
  }

  /** Has another run a queued task of this peer's. */
  void handOn(long at, EntryId id, String because) {
    now = Math.max(now, at);
    handedOn++;
    given.put(id, new Given(because));
    askNext(id);
  }

  private void askNext(EntryId id) {
    Given errand = given.get(id);
    if (errand == null) {
      return;
    }
    Entry entry = replication.get(id);
    if (entry == null || !Task.isQueued(entry) || !replication.guards(id.key())) {
      given.remove(id);
      owner.dropped(id);
      return;
    }
    List<Peer> left =
        replication.otherHolders(id.key()).stream()
            .filter(peer -> !errand.refused.contains(peer.address()))
            .toList();
    if (left.isEmpty()) {
      given.remove(id);
      String because =
          "all %d peers that keep it refuse it by their rules: %s"
              .formatted(errand.refused.size() + 1, errand.because);
      owner.ended(id, new TaskRun(id, TaskRun.End.FAILED, 0, text(because)));
      return;
    }
    Endpoint next = errand.next(left);
    errand.to = next;
    errand.taken = false;
    errand.until = now + LONGEST;
    carrier.carry(
        now,
        next,
        new RpcMessage.RunTask(entry),
        (at, reply) -> {
          now = Math.max(now, at);
          if (given.get(id) == errand && next.equals(errand.to)) {
            answered(errand, next, reply);
          }
        });
    lookAt = Math.min(lookAt, now + ASK_AGAIN);
  }

  private void answered(Given errand, Endpoint by, @Nullable RpcMessage reply) {
    errand.taken = reply instanceof RpcMessage.WillRun(boolean taken) && taken;
    if (errand.taken) {
      errand.took.add(by);
    } else {
      errand.until = now + ASK_AGAIN; // too busy, or away; the next who lives then is asked
    }
    lookAt = Math.min(lookAt, errand.until);
  }

  /** Asks on where nobody told how it went; returns when it will again. */
  long onTick(long at) {
    now = Math.max(now, at);
    if (now < lookAt) {
      return lookAt;
    }
    lookAt = given.isEmpty() ? PacketHandler.NEVER : now + ASK_AGAIN;
    for (EntryId id : List.copyOf(given.keySet())) {
      Given errand = given.get(id);
      if (errand != null && (now >= errand.until || (errand.taken && !keeps(errand.to, id)))) {
        askNext(id);
      }
    }
    return lookAt;
  }

  private boolean keeps(@Nullable Endpoint who, EntryId id) {
    return replication.otherHolders(id.key()).stream().anyMatch(peer -> peer.address().equals(who));
  }

  /** TASK_RUN: one that was asked tells how it went; of anybody else it is not heard. */
  void onRun(long at, Endpoint from, TaskRun how) {
    now = Math.max(now, at);
    Given errand = given.get(how.id());
    if (errand == null || !(from.equals(errand.to) || errand.took.contains(from))) {
      return;
    }
    if (how.end() == TaskRun.End.REFUSED) {
      errand.refused.add(from);
      if (from.equals(errand.to)) {
        askNext(how.id());
      }
      return;
    }
    given.remove(how.id());
    owner.ended(how.id(), how);
  }

  /** Whether this peer runs it for another. */
  boolean isBorrowed(EntryId id) {
    return borrowed.containsKey(id);
  }

  /**
   * RUN_TASK of a peer that answers for it.
   *
   * @return whether it is to be run, and was not in work already
   */
  boolean borrow(Endpoint from, EntryId id) {
    if (from.equals(borrowed.get(id))) {
      return false;
    }
    forget(id);
    borrowed.put(id, from);
    forEach.merge(from, 1, Integer::sum);
    runForOthers++;
    return true;
  }

  boolean hasRoomFor(Endpoint from) {
    return forEach.getOrDefault(from, 0) < MOST_FOR_ONE;
  }

  private void forget(EntryId id) {
    Endpoint before = borrowed.remove(id);
    if (before != null) {
      forEach.computeIfPresent(before, (peer, count) -> count == 1 ? null : count - 1);
    }
  }

  /** Tells who asked for it; what comes to nobody's ears is run again by the next primary. */
  void tell(long at, Task task, TaskRun.End end, long nanos, byte[] said) {
    now = Math.max(now, at);
    EntryId id = task.id();
    Endpoint asked = borrowed.get(id);
    forget(id);
    if (asked != null) {
      carrier.carry(now, asked, new TaskRun(id, end, nanos, said), (when, reply) -> {});
    }
  }

  /** It is of no use any more. */
  void drop(EntryId id) {
    forget(id);
  }

  static byte[] text(String sentence) {
    return sentence.getBytes(StandardCharsets.UTF_8);
  }

  int open() {
    return given.size() + borrowed.size();
  }

  /** Tasks that this peer did not want to run, since its start. */
  long handedOn() {
    return handedOn;
  }

  /** Tasks that it ran for others who did not want to. */
  long runForOthers() {
    return runForOthers;
  }
}
