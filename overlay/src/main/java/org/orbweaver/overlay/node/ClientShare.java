package org.orbweaver.overlay.node;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.lease.Leases;
import org.orbweaver.overlay.ledger.Disk;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.membership.Members;
import org.orbweaver.overlay.membership.Peer;
import org.orbweaver.overlay.membership.PeerClaim;
import org.orbweaver.overlay.memory.LruMap;
import org.orbweaver.overlay.rpc.Rpc;
import org.orbweaver.overlay.rpc.RpcMessage;
import org.orbweaver.overlay.rpc.RpcMessage.TaskRun;
import org.orbweaver.overlay.task.ClientWork;
import org.orbweaver.overlay.task.FoundLink;
import org.orbweaver.overlay.task.Result;
import org.orbweaver.overlay.task.RoundOutcome;
import org.orbweaver.overlay.task.Runner;
import org.orbweaver.overlay.task.Signatures;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.wire.PacketHandler;

/**
 * What a client does for the swarm: it asks one member after the other for tasks (nobody can ask
 * it), runs them in turns that it is given by who lent them, sends their links where they belong,
 * and brings the rest to the lender. See {@link Lending}.
 *
 * <p>Bounded: so many tasks at once, whoever lent them. One that cannot be brought before its time
 * is over is dropped; its lender does it then.
 */
final class ClientShare {
  private static final long SECOND = 1_000_000_000L;
  private static final Rpc.Patience PATIENCE = new Rpc.Patience(4 * SECOND, 3);
  private static final long BETWEEN_MEMBERS = SECOND / 5;
  private static final long FIRST_PAUSE = SECOND;
  private static final long LONGEST_PAUSE = 10 * SECOND;
  private static final long AGAIN = SECOND;

  /** In which a crawl that this client began has more to do than its seeds. */
  private static final long EAGER = 30 * SECOND;

  /** Before its time is over, to tell the lender. */
  private static final long MARGIN = 10 * SECOND;

  /** Nobody is believed to lend for longer. */
  private static final long LONGEST_LOAN = 3_600 * SECOND;

  private static final int MOST_REMEMBERED = 1 << 10;

  private static final class Borrowed {
    private final Endpoint lender;
    private final Task task;
    private final @Nullable Result before;
    private final long until;
    private List<EntryId> pieces = List.of();
    private boolean over;

    Borrowed(Endpoint lender, Task task, @Nullable Result before, long until) {
      this.lender = lender;
      this.task = task;
      this.before = before;
      this.until = until;
    }
  }

  private final Members members;
  private final Rpc rpc;
  private final Runner runner;
  private final TaskScheduler.Links links;
  private final Disk results;
  private final Signatures signatures;
  private final int most;
  private final Map<EntryId, Borrowed> borrowed = new LinkedHashMap<>();
  private final TreeMap<Long, List<Runnable>> agenda = new TreeMap<>();
  private final Map<Endpoint, Long> broughtTo = new LruMap<>(MOST_REMEMBERED);

  /** What members said for a reason, the latest last. */
  private final Map<Endpoint, String> objections = new LruMap<>(MOST_REMEMBERED);

  /** Who took something of this client's, and may have more to do: asked before others. */
  private final Set<Endpoint> fruitful = new LinkedHashSet<>();

  private List<Endpoint> turn = List.of();
  private int next;
  private boolean asking;
  private boolean gotSome;
  private long pause = FIRST_PAUSE;
  private long seekAt;
  private long eagerUntil;
  private long now;
  private long brought;
  private long inVain;
  private boolean resting;

  ClientShare(Members members, Rpc rpc, TaskScheduler.Links links, NodeParts parts, int most) {
    this.members = members;
    this.rpc = rpc;
    this.links = links;
    this.runner = parts.runner();
    this.results = parts.results();
    this.signatures = parts.signatures();
    this.most = Math.min(most, RpcMessage.SeekTasks.MOST);
  }

  /**
   * Asks for more, if there is room; returns when to look again.
   *
   * @param mayTake whether there is room on disk
   */
  long onTick(long at, boolean mayTake) {
    now = Math.max(now, at);
    resting = !mayTake;
    if (most == 0) {
      return PacketHandler.NEVER;
    }
    while (!agenda.isEmpty() && agenda.firstKey() <= now) {
      agenda.pollFirstEntry().getValue().forEach(Runnable::run);
    }
    if (now >= seekAt && !asking) {
      seek();
    }
    long then = asking ? PacketHandler.NEVER : seekAt;
    return agenda.isEmpty() ? then : Math.min(then, agenda.firstKey());
  }

  private void later(long nanos, Runnable work) {
    agenda.computeIfAbsent(now + Math.max(1, nanos), at -> new ArrayList<>()).add(work);
  }

  /** A crawl begins: there may be something to do soon. */
  void soon(long at) {
    now = Math.max(now, at);
    pause = FIRST_PAUSE;
    eagerUntil = now + EAGER;
    seekAt = Math.min(seekAt, now + FIRST_PAUSE);
  }

  private void seek() {
    int room = most - borrowed.size();
    if (room <= 0 || resting) {
      seekAt = now + FIRST_PAUSE;
      return;
    }
    if (!fruitful.isEmpty()) {
      Endpoint first = fruitful.iterator().next();
      fruitful.remove(first);
      seekFrom(first, room);
    } else if (next < turn.size()) {
      seekFrom(turn.get(next++), room);
    } else {
      boolean eager = gotSome || now < eagerUntil;
      pause = eager ? FIRST_PAUSE : Math.min(LONGEST_PAUSE, 2 * pause);
      gotSome = false;
      next = 0;
      turn =
          members.others(PeerClaim.Life.LIVING).stream()
              .filter(peer -> peer.virtualNodes() > 0)
              .map(Peer::address)
              .sorted(Comparator.naturalOrder())
              .toList();
      seekAt = now + pause;
    }
  }

  private void seekFrom(Endpoint member, int room) {
    List<EntryId> running =
        borrowed.values().stream()
            .filter(each -> each.lender.equals(member))
            .map(each -> each.task.id())
            .toList();
    asking = true;
    rpc.call(
        now,
        member,
        new RpcMessage.SeekTasks(room, running),
        PATIENCE,
        Replies.of((when, reply) -> answered(when, member, reply), this::silent));
  }

  private void silent(long at) {
    now = Math.max(now, at);
    asking = false;
    seekAt = now;
  }

  private void answered(long at, Endpoint member, RpcMessage reply) {
    silent(at);
    seekAt = now + BETWEEN_MEMBERS;
    if (!(reply instanceof RpcMessage.LentTasks(List<Entry> tasks, long within, String because))) {
      return;
    }
    if (because.isEmpty()) {
      objections.remove(member);
    } else {
      objections.put(member, because);
    }
    long until = now + Math.clamp(within, 0, LONGEST_LOAN) - MARGIN;
    for (Entry entry : tasks) {
      Task task = Task.of(entry);
      if (task != null
          && Task.isQueued(entry)
          && borrowed.size() < most
          && !borrowed.containsKey(task.id())) {
        RoundOutcome last = RoundOutcome.of(task, entry);
        Result before = last == null ? null : Result.read(last.result());
        Borrowed it = new Borrowed(member, task, before, until);
        borrowed.put(task.id(), it);
        gotSome = true;
        run(it);
      }
    }
  }

  private void run(Borrowed it) {
    if (it.over) {
      return;
    }
    runner.run(
        it.task,
        new Runner.Finish() {
          @Override
          public boolean isLastAttempt() {
            return false; // whether it is the last is the lender's to say
          }

          @Override
          public @Nullable Result before() {
            return it.before;
          }

          @Override
          public void done(Runner.Outcome outcome) {
            ClientShare.this.done(it, outcome);
          }

          @Override
          public void later(long nanos) {
            if (it.over || now + nanos >= it.until) {
              bring(it, TaskRun.End.AGAIN, text("its host was in use"));
            } else {
              ClientShare.this.later(nanos, () -> run(it));
            }
          }

          @Override
          public void again(long nanos, String because) {
            bring(it, TaskRun.End.AGAIN, text(because));
          }

          @Override
          public void failed(String because) {
            bring(it, TaskRun.End.FAILED, text(because));
          }

          @Override
          public void refused(String because) {
            bring(it, TaskRun.End.REFUSED, text(because));
          }
        });
  }

  private static byte[] text(String sentence) {
    byte[] all = sentence.getBytes(StandardCharsets.UTF_8);
    return all.length <= Task.LONGEST_RESULT ? all : new byte[0];
  }

  /** Links first: whoever is told that it is done must not lose any. */
  private void done(Borrowed it, Runner.Outcome outcome) {
    it.pieces = outcome.isUnchanged() ? List.of() : outcome.pieces();
    if (it.over) {
      drop(it);
      return;
    }
    List<Task> found =
        outcome.links().stream()
            .filter(new HashSet<FoundLink>()::add)
            .map(it.task::child)
            .filter(child -> Task.isPlausible(child.uri(), child.own()))
            .toList();
    byte[] result = Result.of(outcome.pieces(), outcome.summary()).bytes();
    Countdown both = new Countdown(2, () -> bring(it, TaskRun.End.DONE, result));
    links.send(found, both::one);
    bringPiece(it, 0, both);
  }

  private void bringPiece(Borrowed it, int index, Countdown all) {
    if (index == it.pieces.size()) {
      all.one();
      return;
    }
    Entry piece = results.get(it.pieces.get(index));
    if (piece == null) {
      bring(it, TaskRun.End.AGAIN, text("what the client fetched is not on its disk any more"));
      return;
    }
    ask(
        it,
        new RpcMessage.BringPiece(it.task.id(), piece),
        () -> bringPiece(it, index + 1, all),
        () -> bring(it, TaskRun.End.AGAIN, text("it is larger than a client may bring")));
  }

  private void bring(Borrowed it, TaskRun.End end, byte[] said) {
    byte[] signature = signatures.sign(ClientWork.message(it.task.id(), it.task.round(), said));
    ask(
        it,
        new RpcMessage.BringResult(it.task.id(), end, said, signature),
        () -> {
          if (end == TaskRun.End.DONE) {
            brought++;
            fruitful.add(it.lender);
            broughtTo.merge(it.lender, 1L, Long::sum);
          } else {
            inVain++;
          }
          drop(it);
        },
        () -> {
          inVain++;
          drop(it);
        });
  }

  /** Asks the lender until it answers or the task is its own again. */
  private void ask(Borrowed it, RpcMessage.Call call, Runnable taken, Runnable refused) {
    if (it.over || now >= it.until + MARGIN) {
      inVain += it.over ? 0 : 1;
      drop(it);
      return;
    }
    rpc.call(
        now,
        it.lender,
        call,
        PATIENCE,
        Replies.of(
            (at, reply) -> {
              now = Math.max(now, at);
              (reply instanceof RpcMessage.Taken(boolean is) && is ? taken : refused).run();
            },
            at -> {
              now = Math.max(now, at);
              later(AGAIN, () -> ask(it, call, taken, refused));
            }));
  }

  /** Nothing of it stays: it is the swarm's now, or nobody's. */
  private void drop(Borrowed it) {
    it.over = true;
    borrowed.remove(it.task.id(), it);
    it.pieces.forEach(results::delete);
    seekAt = Math.min(seekAt, now + BETWEEN_MEMBERS);
  }

  /** The turn of a name that a task needs, of who lent the task. */
  void takeTurn(long at, EntryId task, Key name, Leases.Asker asker) {
    now = Math.max(now, at);
    Borrowed it = borrowed.get(task);
    if (it == null) {
      asker.refused(now, Leases.LASTS);
      return;
    }
    rpc.call(
        now,
        it.lender,
        new RpcMessage.TakeTurn(task, name, 0, 0),
        PATIENCE,
        Replies.of(
            (when, reply) -> {
              now = Math.max(now, when);
              if (reply instanceof RpcMessage.Lent(long wait, long ticket)) {
                if (ticket != 0) {
                  asker.granted(when, new Leases.Lease(name, ticket, it.lender));
                } else {
                  asker.refused(when, Math.clamp(wait, 1, Leases.LASTS));
                }
              } else {
                drop(it); // it is not lent any more
                asker.refused(when, Leases.LASTS);
              }
            },
            when -> asker.refused(when, AGAIN)));
  }

  void endTurn(long at, EntryId task, Leases.Lease lease, long rest) {
    now = Math.max(now, at);
    rpc.call(
        now,
        lease.lender(),
        new RpcMessage.TakeTurn(task, lease.name(), lease.ticket(), rest),
        PATIENCE,
        Replies.of((when, reply) -> {})); // or it runs out by itself
  }

  ShareFigures figures() {
    return new ShareFigures(
        most,
        borrowed.size(),
        brought,
        broughtTo.size(),
        inVain,
        objections.entrySet().stream()
            .map(each -> "%s lends nothing: %s".formatted(each.getKey(), each.getValue()))
            .toList());
  }
}
