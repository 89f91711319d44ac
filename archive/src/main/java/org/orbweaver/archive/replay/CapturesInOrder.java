package org.orbweaver.archive.replay;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;
import org.orbweaver.archive.index.CaptureIndex.RowVisitor;
import org.orbweaver.archive.index.IndexRow;

/**
 * The captures of all sources whose SURT begins with a text, by SURT and time. Each source is read
 * a thousand rows at a time, so that an answer of any length takes little memory, and nothing of an
 * index is held open for a client that reads slowly or never again.
 */
public final class CapturesInOrder implements Iterator<ArchivedCapture> {
  private static final int CHUNK = 1_000;

  private final PriorityQueue<Cursor> cursors =
      new PriorityQueue<>(
          Comparator.comparing((Cursor each) -> each.head().surt())
              .thenComparing(each -> each.head().at()));

  /**
   * @param from a SURT, or what such begin with
   */
  public CapturesInOrder(List<CaptureSource> sources, String start, String from) {
    for (CaptureSource source : sources) {
      Cursor cursor = new Cursor(source, start, from);
      if (!cursor.rows.isEmpty()) {
        cursors.add(cursor);
      }
    }
  }

  @Override
  public boolean hasNext() {
    return !cursors.isEmpty();
  }

  @Override
  public ArchivedCapture next() {
    Cursor first = cursors.poll();
    if (first == null) {
      throw new NoSuchElementException();
    }
    IndexRow row = first.take();
    if (!first.rows.isEmpty()) {
      cursors.add(first);
    }
    return new ArchivedCapture(first.source, row);
  }

  /** Where it is in one source. */
  private static final class Cursor {
    private final CaptureSource source;
    private final String start;
    private final Deque<IndexRow> rows = new ArrayDeque<>();
    private @Nullable IndexRow last;

    /** Of the last row's SURT and moment: several captures may share them. */
    private int taken;

    Cursor(CaptureSource source, String start, String from) {
      this.source = source;
      this.start = start;
      source.scan(start, from, gather());
    }

    private RowVisitor gather() {
      return row -> {
        rows.add(row);
        return rows.size() < CHUNK;
      };
    }

    IndexRow head() {
      return rows.element();
    }

    IndexRow take() {
      IndexRow row = rows.remove();
      taken = last != null && isSame(row, last) ? taken + 1 : 1;
      last = row;
      if (rows.isEmpty()) {
        refill(row);
      }
      return row;
    }

    private static boolean isSame(IndexRow one, IndexRow other) {
      return one.at().equals(other.at()) && one.surt().equals(other.surt());
    }

    /** The rest of the address it is at, then those behind it: in keys a SURT ends in a space. */
    private void refill(IndexRow at) {
      int[] known = {taken};
      Instant moment = at.at();
      source.oldestFirst(
          at.surt(),
          moment,
          row -> {
            if (known[0] > 0 && row.at().equals(moment)) {
              known[0]--;
              return true;
            }
            rows.add(row);
            return rows.size() < CHUNK;
          });
      if (rows.size() < CHUNK) {
        source.scan(start, at.surt() + "!", gather());
      }
    }
  }
}
