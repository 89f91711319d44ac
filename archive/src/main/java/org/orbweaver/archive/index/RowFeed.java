package org.orbweaver.archive.index;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Rows in the order of the records they are read off, into an index: a few thousand at a time, or,
 * where there are millions, by bulk load.
 */
public final class RowFeed implements AutoCloseable {
  private static final int ROWS = 2_000;

  private final CaptureIndex index;
  private final @Nullable BulkLoad load;
  private final List<IndexRow> gathered = new ArrayList<>();
  private long captures;

  private RowFeed(CaptureIndex index, @Nullable BulkLoad load) {
    this.index = index;
    this.load = load;
  }

  public static RowFeed ofFew(CaptureIndex index) {
    return new RowFeed(index, null);
  }

  public static RowFeed ofMany(CaptureIndex index) throws IOException {
    return new RowFeed(index, index.load());
  }

  /** How many captures came. */
  public long captures() {
    return captures;
  }

  /**
   * @param mark up to where everything has been read with this row
   */
  public void add(IndexRow row, String mark) throws IOException {
    captures++;
    gathered.add(row);
    if (gathered.size() >= ROWS) {
      write(mark, false);
    }
  }

  /**
   * A row that follows from rows before it: a revisit's or 304's from the capture it refers to.
   *
   * @param row null for one that makes no sense
   * @param before up to where everything has been read without this row
   */
  public void addLater(Function<CaptureIndex, @Nullable IndexRow> row, String before, String mark)
      throws IOException {
    write(before, false);
    if (load == null) {
      IndexRow found = row.apply(index);
      if (found != null) {
        add(found, mark);
      }
      return;
    }
    load.addLater(
        known -> {
          IndexRow found = row.apply(known);
          captures += found == null ? 0 : 1;
          return found;
        });
  }

  private void write(String mark, boolean sync) throws IOException {
    if (load != null) {
      load.add(gathered);
    } else if (sync || !gathered.isEmpty()) {
      try (RowBatch batch = index.batch()) {
        for (IndexRow row : gathered) {
          batch.add(row);
        }
        batch.write(mark, sync);
      }
    }
    gathered.clear();
  }

  /** What came so far survives even a power failure. */
  public void settle(String mark) throws IOException {
    write(mark, true);
    if (load != null) {
      load.flush();
      try (RowBatch batch = index.batch()) {
        batch.write(mark, true);
      }
    }
  }

  /** The same, and all rows in their order. */
  public void finish(String mark) throws IOException {
    write(mark, true);
    if (load != null) {
      load.finish(mark);
    }
  }

  @Override
  public void close() throws IOException {
    if (load != null) {
      load.close();
    }
  }
}
