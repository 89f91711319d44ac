package org.orbweaver.overlay.node;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.task.Runner;
import org.orbweaver.wire.PacketHandler;

/**
 * Tasks that wait to be run, breadth first, in lanes of which each has one task in work at a time:
 * a page's links lead to its own host, so pages of one host stand together, and without lanes they
 * would fill all slots to find their host in use.
 *
 * <p>In memory are only IDs; how many is bounded by the disk that holds the tasks.
 */
final class TaskQueue {
  /**
   * A task and its turn.
   *
   * @param rank 0 for crawls of those who contribute, which come first
   * @param lane see {@link Runner#lane}
   */
  record Waiting(int rank, int depth, long arrival, EntryId id, String lane)
      implements Comparable<Waiting> {
    private static final Comparator<Waiting> BREADTH_FIRST =
        Comparator.comparingInt(Waiting::rank)
            .thenComparingInt(Waiting::depth)
            .thenComparingLong(Waiting::arrival);

    @Override
    public int compareTo(Waiting other) {
      return BREADTH_FIRST.compare(this, other);
    }
  }

  private static final int MOST_LOOKED_AT = 256;

  private static final class Lane {
    private final PriorityQueue<Waiting> tasks = new PriorityQueue<>();
    private boolean blocked;
    private boolean isOpen;

    Waiting head() {
      return tasks.element();
    }
  }

  private record Held(long until, String lane) {}

  private final Map<String, Lane> lanes = new HashMap<>();

  /** Those with something to run that may be run. */
  private final TreeSet<Lane> open = new TreeSet<>(Comparator.comparing(Lane::head));

  private final PriorityQueue<Held> held =
      new PriorityQueue<>(Comparator.comparingLong(Held::until).thenComparing(Held::lane));

  private int size;

  void add(Waiting task) {
    Lane lane = lanes.computeIfAbsent(task.lane(), name -> new Lane());
    close(lane); // its place among the others may change
    lane.tasks.add(task);
    size++;
    reopen(lane);
  }

  /**
   * The next task, or null if none may be run now; its lane is closed until it is {@link #free}.
   */
  @Nullable Waiting poll() {
    Lane lane = open.pollFirst();
    if (lane == null) {
      return null;
    }
    lane.isOpen = false;
    Waiting next = lane.tasks.remove();
    size--;
    lane.blocked = !next.lane().equals(Runner.NO_LANE);
    reopen(lane);
    return next;
  }

  /**
   * Takes a task out that somebody else is to run, of a lane in use, too: whoever runs it asks for
   * the host's turn like everybody. The lane stays as it is.
   *
   * <p>Only the next of each lane is looked at, and of {@link #MOST_LOOKED_AT} lanes.
   */
  @Nullable Waiting takeOut(Predicate<Waiting> wanted) {
    Lane first =
        Stream.concat(open.stream(), lanes.values().stream().filter(lane -> !lane.isOpen))
            .limit(MOST_LOOKED_AT)
            .filter(lane -> !lane.tasks.isEmpty() && wanted.test(lane.head()))
            .findFirst()
            .orElse(null);
    if (first == null) {
      return null;
    }
    close(first);
    Waiting next = first.tasks.remove();
    size--;
    reopen(first);
    if (!first.blocked && first.tasks.isEmpty()) {
      lanes.remove(next.lane());
    }
    return next;
  }

  /** What was in work in that lane is over. */
  void free(String name) {
    Lane lane = lanes.get(name);
    if (lane != null) {
      close(lane);
      lane.blocked = false;
      reopen(lane);
      if (lane.tasks.isEmpty()) {
        lanes.remove(name);
      }
    }
  }

  /** The same, but nothing of that lane may be run before that time. */
  void hold(String name, long until) {
    held.add(new Held(until, name));
  }

  /** Opens the lanes whose time has come; returns when the next one's will have. */
  long release(long now) {
    while (!held.isEmpty() && held.peek().until() <= now) {
      free(held.poll().lane());
    }
    return held.isEmpty() ? PacketHandler.NEVER : held.peek().until();
  }

  private void close(Lane lane) {
    if (lane.isOpen) {
      open.remove(lane);
      lane.isOpen = false;
    }
  }

  private void reopen(Lane lane) {
    if (!lane.blocked && !lane.tasks.isEmpty()) {
      open.add(lane);
      lane.isOpen = true;
    }
  }

  int size() {
    return size;
  }
}
