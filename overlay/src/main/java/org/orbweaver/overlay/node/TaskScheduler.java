package org.orbweaver.overlay.node;

import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.membership.Absences;
import org.orbweaver.overlay.rpc.RpcMessage;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.overlay.task.FoundLink;
import org.orbweaver.overlay.task.Result;
import org.orbweaver.overlay.task.ResultBatch;
import org.orbweaver.overlay.task.RoundOutcome;
import org.orbweaver.overlay.task.Runner;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.overlay.task.Way;
import org.orbweaver.trust.VouchedCapture;

/**
 * The tasks this peer is the primary of, from the queue through the runner to the record of what
 * was processed (§2.3, steps 5 to 8).
 *
 * <p>A task stays queued, on r disks, until each of its links is acknowledged and its pieces are on
 * r disks too. So whoever dies in between has lost work, but no link: another peer does the task
 * again.
 */
final class TaskScheduler {
  /** Sends links to where they belong. */
  interface Links {
    /** Calls back when each is on r disks. */
    void send(List<Task> links, Runnable acknowledged);
  }

  /** Keeps what is large. */
  interface Pieces {
    /** Calls back when each, which is on this peer's disk, is on r disks. */
    void publish(List<EntryId> pieces, Runnable kept);
  }

  /** Knows the rounds of crawls. */
  interface Calendar {
    /** The one to do a task in that is run now. */
    int round(long now, CrawlId crawl);
  }

  /** Knows what those are owed whose crawls are run. */
  interface Owners {
    /** Whether a task's crawl is of somebody who contributes: it is run before others. */
    boolean favours(Task task);

    /** When it may be run: now, or later if enough was kept for somebody who does not. */
    long mayRun(Task task);

    /** It brought something that is kept. */
    void captured(Task task, List<EntryId> pieces);
  }

  /** Attempts after which a task is given up: usually the last is 14 minutes after the first. */
  private static final int ATTEMPTS = 5;

  /**
   * Nobody else may have a task of this peer's wait for longer; whoever said "again in 146 years"
   * had it never run.
   */
  private static final long LONGEST_PAUSE = Absences.DAY;

  private static final double SECOND = 1e9;
  private static final long PACE = 2_000_000_000L;

  private record Held(long until, TaskQueue.Waiting task) {}

  /** A task that another runs for this peer. */
  private record HandedOn(Task task, @Nullable Result before, TaskQueue.Waiting turn) {}

  private final Replication replication;
  private final Runner runner;
  private final Links links;
  private final Pieces pieces;
  private final ResultBatch unsigned;
  private final BiConsumer<EntryId, VouchedCapture> worked;
  private final Owners owners;
  private final Calendar calendar;
  private final int slots;
  private final long firstPause;
  private final TaskQueue queue = new TaskQueue();
  private final PriorityQueue<Held> held =
      new PriorityQueue<>(
          Comparator.comparingLong(Held::until).thenComparingLong(each -> each.task().arrival()));
  private final Set<EntryId> queued = new HashSet<>();
  private final Map<EntryId, Task> running = new HashMap<>();
  private final Map<EntryId, HandedOn> handedOn = new HashMap<>();
  private final Errands errands;
  private final TaskFailures failures = new TaskFailures();
  private int busy;
  private long arrivals;
  private long started;
  private long processed;
  private long postponed;
  private long lastTick;
  private long pacedAt;
  private long startedBefore;
  private double perSecond;

  /**
   * @param carrier to those who run what this peer does not want to
   * @param worked is told of what was done and can be checked, when its record is signed
   * @param slots tasks in the runner's hands at once
   * @param firstPause after a failure; four times as long after each further one
   */
  TaskScheduler(
      Replication replication,
      Runner runner,
      Links links,
      Pieces pieces,
      ReplicationQueue.Carrier carrier,
      ResultBatch unsigned,
      BiConsumer<EntryId, VouchedCapture> worked,
      Owners owners,
      Calendar calendar,
      int slots,
      long firstPause) {
    this.replication = replication;
    this.runner = runner;
    this.links = links;
    this.pieces = pieces;
    this.errands = new Errands(replication, carrier, new Errand());
    this.unsigned = unsigned;
    this.worked = worked;
    this.owners = owners;
    this.calendar = calendar;
    this.slots = slots;
    this.firstPause = firstPause;
  }

  /**
   * This peer answers for the queued task.
   *
   * @param from when it may be run
   */
  void onGuarded(long now, Entry entry, Task task, long from) {
    if (running.containsKey(entry.id()) || !queued.add(entry.id())) {
      return;
    }
    TaskQueue.Waiting waiting = waiting(task, entry.id());
    if (from <= now) {
      queue.add(waiting);
    } else {
      held.add(new Held(from, waiting));
    }
  }

  /** Starts what it can; returns when there may be more. */
  long onTick(long now) {
    lastTick = now;
    pace(now);
    while (!held.isEmpty() && held.peek().until() <= now) {
      queue.add(held.poll().task());
    }
    long next = queue.release(now);
    TaskQueue.Waiting first = busy < slots ? queue.poll() : null;
    while (first != null) {
      queued.remove(first.id());
      Entry entry = runnable(first.id());
      Task task = entry == null ? null : Task.of(entry);
      if (entry == null || task == null) {
        errands.drop(first.id());
        queue.free(first.lane());
      } else {
        long from = owners.mayRun(task);
        if (from > now) {
          queue.free(first.lane());
          queued.add(first.id());
          held.add(new Held(from, first));
        } else {
          int round = Math.max(task.round(), calendar.round(now, task.crawl()));
          start(task.inRound(round), RoundOutcome.of(task, entry), first);
        }
      }
      first = busy < slots ? queue.poll() : null;
    }
    next = Math.min(next, Math.min(unsigned.onTick(now), errands.onTick(now)));
    return held.isEmpty() ? next : Math.min(next, held.peek().until());
  }

  /** How fast tasks are begun: counted anew every two seconds. */
  private void pace(long now) {
    if (now - pacedAt >= PACE) {
      perSecond = pacedAt == 0 ? 0 : (started() - startedBefore) * SECOND / (now - pacedAt);
      startedBefore = started();
      pacedAt = now;
    }
  }

  /** How long what waits to be run lasts at the pace of the moment; 0 if nothing is begun. */
  long backlog() {
    return perSecond <= 0 ? 0 : (long) (queue.size() * SECOND / perSecond);
  }

  /** The task's entry, if it is still queued, still ours and not in work. */
  private @Nullable Entry runnable(EntryId id) {
    Entry entry = replication.get(id);
    if (entry == null || !Task.isQueued(entry) || running.containsKey(id)) {
      return null;
    }
    return replication.guards(id.key()) || errands.isBorrowed(id) ? entry : null;
  }

  /** RUN_TASK: another answers for it, and does not want to. */
  boolean runFor(long now, Endpoint from, Entry entry, Task task) {
    if (!Task.isQueued(entry) || !errands.hasRoomFor(from)) {
      return false;
    }
    if (errands.borrow(from, entry.id())) {
      onGuarded(now, entry, task, now);
    }
    return true;
  }

  Errands errands() {
    return errands;
  }

  /**
   * A task out of the queue, for a client to run.
   *
   * @param last what came of it in the last round in which it was done; null if it never was
   */
  record OnLoan(Task task, @Nullable RoundOutcome last, String lane) {
    EntryId id() {
      return task.id();
    }

    /** As the client is told. */
    Entry entry() {
      return task.queuedAfter(last);
    }

    @Nullable Result before() {
      return last == null ? null : Result.read(last.result());
    }
  }

  /** The next task that may be lent; it is in work until it is brought or taken back. */
  @Nullable OnLoan lend(long now, Predicate<TaskQueue.Waiting> wanted) {
    TaskQueue.Waiting next =
        queue.takeOut(waiting -> wanted.test(waiting) && isLendable(now, waiting.id()));
    Entry entry = next == null ? null : runnable(next.id());
    Task task = entry == null ? null : Task.of(entry);
    if (next == null || entry == null || task == null) {
      return null;
    }
    queued.remove(next.id());
    int round = Math.max(task.round(), calendar.round(now, task.crawl()));
    Task due = task.inRound(round);
    running.put(next.id(), due);
    started++;
    return new OnLoan(due, RoundOutcome.of(task, entry), next.lane());
  }

  /**
   * Where a seed leads to widens its crawl, what has failed before needs somebody who is believed,
   * and a shorter way to a page is followed by who has the page.
   */
  private boolean isLendable(long now, EntryId id) {
    Entry entry = runnable(id);
    Task task = entry == null ? null : Task.of(entry);
    return entry != null
        && task != null
        && Task.state(entry) == 0
        && task.depth() > 0
        && task.way() != Way.SHORTER
        && !errands.isBorrowed(id)
        && owners.mayRun(task) <= now;
  }

  /** Nothing came of lending it. */
  void takeBack(OnLoan loan) {
    postponed++;
    if (running.remove(loan.id()) != null) {
      again(loan.id());
    }
  }

  /**
   * A client did it. What it brought stands in this peer's name, but is not counted as its own
   * work.
   *
   * @param fresh the pieces that it brought, which are on this peer's disk
   */
  void brought(OnLoan loan, Result result, List<EntryId> fresh) {
    if (!fresh.isEmpty()) {
      owners.captured(loan.task(), fresh);
    }
    pieces.publish(fresh, () -> finish(loan.task(), loan.id(), result.bytes(), null));
  }

  private final class Errand implements Errands.Owner {
    @Override
    public void ended(EntryId id, RpcMessage.TaskRun how) {
      TaskScheduler.this.ended(id, how);
    }

    @Override
    public void dropped(EntryId id) {
      handedOn.remove(id);
      running.remove(id);
    }
  }

  /** How it went with a task that was handed on. */
  private void ended(EntryId id, RpcMessage.TaskRun how) {
    HandedOn errand = handedOn.remove(id);
    if (errand == null) {
      return;
    }
    switch (how.end()) {
      case DONE -> finish(errand.task, id, how.said(), null);
      case AGAIN -> {
        String because = new String(how.said(), StandardCharsets.UTF_8);
        failures.tried(because, errand.task.uri());
        long pause = Math.clamp(how.nanos(), 0, LONGEST_PAUSE);
        triedInVain(errand.task, errand.before, errand.turn, pause, because);
      }
      case FAILED, REFUSED ->
          giveUp(errand.task, errand.before, id, new String(how.said(), StandardCharsets.UTF_8));
    }
  }

  /**
   * @param last what came of it in the last round in which it was done; null if it never was
   */
  private void start(Task task, @Nullable RoundOutcome last, TaskQueue.Waiting turn) {
    EntryId id = turn.id();
    Result before = last == null ? null : Result.read(last.result());
    busy++;
    started++;
    running.put(id, task);
    runner.run(
        task,
        new Runner.Finish() {
          private final boolean noFurther = attempts(id) + 1 >= ATTEMPTS;

          @Override
          public boolean isLastAttempt() {
            return noFurther;
          }

          @Override
          public @Nullable Result before() {
            return before;
          }

          @Override
          public void done(Runner.Outcome outcome) {
            busy--;
            queue.free(turn.lane());
            if (!outcome.isUnchanged() && !outcome.pieces().isEmpty()) {
              owners.captured(task, outcome.pieces());
            }
            List<Task> found =
                outcome.links().stream()
                    .filter(new HashSet<FoundLink>()::add)
                    .map(task::child)
                    .filter(child -> Task.isPlausible(child.uri(), child.own()))
                    .toList();
            byte[] result = Result.of(outcome.pieces(), outcome.summary()).bytes();
            Countdown both = new Countdown(2, () -> over(task, id, result, outcome.vouched()));
            links.send(found, both::one);
            if (outcome.isUnchanged()) {
              both.one(); // they are where they are
            } else {
              pieces.publish(outcome.pieces(), both::one);
            }
          }

          @Override
          public void later(long nanos) {
            busy--;
            postponed++;
            running.remove(id);
            postpone(turn, lastTick + nanos);
          }

          @Override
          public void again(long nanos, String because) {
            busy--;
            queue.free(turn.lane());
            if (errands.isBorrowed(id)) {
              tell(task, RpcMessage.TaskRun.End.AGAIN, nanos, Errands.text(because));
              return;
            }
            failures.tried(because, task.uri());
            triedInVain(task, before, turn, nanos, because);
          }

          @Override
          public void failed(String because) {
            busy--;
            queue.free(turn.lane());
            if (errands.isBorrowed(id)) {
              tell(task, RpcMessage.TaskRun.End.FAILED, 0, Errands.text(because));
            } else {
              giveUp(task, before, id, because);
            }
          }

          @Override
          public void refused(String because) {
            busy--;
            queue.free(turn.lane());
            if (errands.isBorrowed(id)) {
              tell(task, RpcMessage.TaskRun.End.REFUSED, 0, Errands.text(because));
            } else {
              handedOn.put(id, new HandedOn(task, before, turn)); // and still in work
              errands.handOn(lastTick, id, because);
            }
          }
        });
  }

  /** It is done, for this peer or for the one that asked. */
  private void over(Task task, EntryId id, byte[] result, @Nullable VouchedCapture vouched) {
    if (errands.isBorrowed(id)) {
      tell(task, RpcMessage.TaskRun.End.DONE, 0, result);
    } else {
      finish(task, id, result, vouched);
    }
  }

  private void tell(Task task, RpcMessage.TaskRun.End end, long nanos, byte[] said) {
    running.remove(task.id());
    errands.tell(lastTick, task, end, nanos, said);
    again(task.id()); // by now it may be this peer's own
  }

  /** And all of its lane with it, if it has one: they would find the same. */
  private void postpone(TaskQueue.Waiting turn, long until) {
    boolean alone = turn.lane().equals(Runner.NO_LANE);
    if (queued.add(turn.id())) {
      if (alone) {
        held.add(new Held(until, turn));
      } else {
        queue.add(turn);
      }
    }
    if (!alone) {
      queue.hold(turn.lane(), until);
    }
  }

  /** Behind the others of its lane, later each time; the count is kept on r disks. */
  private void triedInVain(
      Task task, @Nullable Result before, TaskQueue.Waiting turn, long nanos, String because) {
    EntryId id = turn.id();
    Entry entry = replication.get(id);
    Task queuedAs = entry == null ? null : Task.of(entry);
    int attempts = attempts(id) + 1;
    if (attempts >= ATTEMPTS || entry == null || queuedAs == null) {
      giveUp(task, before, id, because);
      return;
    }
    // Still in work, so it is not queued.
    replication.take(queuedAs.entry(attempts, queuedAs.outcome(entry)), null);
    replication.sync(() -> {});
    running.remove(id);
    queued.add(id);
    long pause = Math.max(nanos, firstPause << 2 * (attempts - 1));
    held.add(new Held(lastTick + pause, waiting(task, id)));
  }

  private TaskQueue.Waiting waiting(Task task, EntryId id) {
    int rank = owners.favours(task) ? 0 : 1;
    return new TaskQueue.Waiting(rank, task.depth(), arrivals++, id, runner.lane(task));
  }

  /** That failed so far. */
  private int attempts(EntryId id) {
    Entry entry = replication.get(id);
    return entry == null ? 0 : Task.state(entry);
  }

  private void giveUp(Task task, @Nullable Result before, EntryId id, String because) {
    failures.gaveUp(because, task.uri());
    Result result = before == null ? Result.failed(because) : before.butFailed(because);
    finish(task, id, result.bytes(), null);
  }

  private void finish(Task task, EntryId id, byte[] result, @Nullable VouchedCapture vouched) {
    unsigned.add(
        lastTick,
        task,
        result,
        record -> {
          running.remove(id);
          processed++;
          if (vouched != null) {
            worked.accept(id, vouched);
          }
          if (!replication.take(record, null)) {
            again(id); // somebody has queued it for a later round meanwhile
          }
          replication.sync(() -> {}); // nobody waits, but a crash should not undo it
        });
  }

  private void again(EntryId id) {
    Entry entry = runnable(id);
    Task task = entry == null ? null : Task.of(entry);
    if (entry != null && task != null) {
      onGuarded(lastTick, entry, task, lastTick);
    }
  }

  /** Tasks begun, not counting those put off. */
  long started() {
    return started - postponed;
  }

  long processed() {
    return processed;
  }

  /** Why tasks could not be done. */
  TaskFailures failures() {
    return failures;
  }

  /** Tasks waiting, in the runner's hands, or with links on their way. */
  int open() {
    return queue.size() + held.size() + running.size();
  }
}
