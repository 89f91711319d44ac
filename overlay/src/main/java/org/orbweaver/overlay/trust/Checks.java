package org.orbweaver.overlay.trust;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.book.BookEntry;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.task.Authorship;
import org.orbweaver.overlay.task.Result;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.trust.Notary;
import org.orbweaver.trust.Period;
import org.orbweaver.trust.Proof;
import org.orbweaver.trust.Signed;
import org.orbweaver.trust.Statement.Commitment;
import org.orbweaver.trust.VouchedCapture;

/**
 * Looks at captures of others for which this peer was drawn: the list that was committed to, the
 * task's record, the bytes that the swarm keeps, and then, through the {@link Inspector}, the page
 * itself. A few at a time, and no longer than the period lasts.
 */
final class Checks {
  private static final int AT_ONCE = 4;

  /** In a period: about all of them there must be room in a {@link org.orbweaver.trust.Closing}. */
  private static final int MOST_WAITING = 1 << 11;

  /** A capture to look at. */
  record Wanted(Signed<Commitment> commitment, int capture) {
    Key subject() {
      return commitment.speaker();
    }

    Period work() {
      return commitment.says().period();
    }
  }

  private record Look(Wanted wanted, BiConsumer<String, Inspector.Seen> told) {}

  private final WorkShelf works;
  private final SwarmShelves shelves;
  private final Inspector inspector;
  private final Notary notary;
  private final Consumer<Proof> proven;
  private final long periodNanos;
  private final Deque<Look> waiting = new ArrayDeque<>();
  private final Set<String> begun = new HashSet<>();
  private int running;
  private long made;

  Checks(
      WorkShelf works,
      SwarmShelves shelves,
      Inspector inspector,
      Notary notary,
      Consumer<Proof> proven,
      long periodNanos) {
    this.periodNanos = periodNanos;
    this.works = works;
    this.shelves = shelves;
    this.inspector = inspector;
    this.notary = notary;
    this.proven = proven;
  }

  /** What was not begun before the period's end is not looked at any more. */
  void restart() {
    waiting.clear();
    begun.clear();
  }

  /**
   * @param purpose looks for one purpose at one capture are one
   * @param told the address of the page, and what was seen
   */
  void look(String purpose, Wanted wanted, BiConsumer<String, Inspector.Seen> told) {
    String name = purpose + wanted.subject() + wanted.work() + wanted.capture;
    if (waiting.size() < MOST_WAITING && begun.add(name)) {
      waiting.add(new Look(wanted, told));
      next();
    }
  }

  private void next() {
    while (running < AT_ONCE && !waiting.isEmpty()) {
      Look look = waiting.poll();
      running++;
      made++;
      list(look);
    }
  }

  private void over(Look look, String uri, Inspector.Seen seen) {
    running--;
    look.told.accept(uri, seen);
    next();
  }

  /** Finds out which page a capture is of, without looking at it. */
  void address(Wanted wanted, Consumer<String> found) {
    works.find(
        wanted.commitment,
        wanted.capture,
        shown -> {
          if (shown != null) {
            shelves.record(
                shown.item().task(),
                entry -> {
                  Task task = entry == null ? null : Task.of(entry);
                  if (task != null) {
                    found.accept(task.uri());
                  }
                });
          }
        });
  }

  private void list(Look look) {
    works.find(
        look.wanted.commitment,
        look.wanted.capture,
        shown -> {
          if (shown == null) {
            over(look, "", Inspector.Seen.nothing());
          } else {
            record(look, shown);
          }
        });
  }

  private void record(Look look, WorkShelf.Shown shown) {
    WorkList.Item item = shown.item();
    shelves.record(
        item.task(),
        entry -> {
          Task task = entry == null ? null : Task.of(entry);
          Authorship by = task == null || entry == null ? null : task.authorship(entry);
          boolean its =
              task != null
                  && by != null
                  && !isOfLaterRound(task, by, look.wanted)
                  && Arrays.equals(by.key(), look.wanted.commitment.publicKey())
                  && Arrays.equals(VouchedCapture.name(task.uri()), item.capture().url());
          if (!its || task == null || entry == null) {
            over(look, "", Inspector.Seen.nothing());
          } else {
            stored(look, shown, task, entry);
          }
        });
  }

  /** What it was when it was committed to is history: nobody is accused by what it is now. */
  private boolean isOfLaterRound(Task task, Authorship by, Wanted wanted) {
    return task.round() > 0 && Period.of(by.time(), periodNanos).compareTo(wanted.work()) > 0;
  }

  private void stored(Look look, WorkShelf.Shown shown, Task task, Entry entry) {
    List<EntryId> pieces = Result.read(task.result(entry)).pieces(entry.id().key());
    NamedBytes.join(
        shelves::find,
        pieces,
        records -> {
          if (records == null || pieces.isEmpty()) {
            over(look, task.uri(), Inspector.Seen.nothing());
            return;
          }
          inspector.inspect(
              new Inspector.Exhibit(task.uri(), shown.item().capture(), records),
              seen -> {
                prove(look, shown, task, seen.page());
                over(look, task.uri(), seen);
              });
        });
  }

  private void prove(Look look, WorkShelf.Shown shown, Task task, byte @Nullable [] page) {
    if (page == null || page.length > BookEntry.LONGEST / 2) {
      return;
    }
    Proof proof =
        new Proof.FalseLinks(
            look.wanted.commitment,
            shown.item().capture(),
            look.wanted.capture,
            shown.path(),
            task.uri(),
            page);
    if (proof.holds(notary, inspector)) {
      proven.accept(proof);
    }
  }

  /** Captures looked at since the start. */
  long made() {
    return made;
  }

  int open() {
    return waiting.size() + running;
  }
}
