package org.orbweaver.archive.replay;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.orbweaver.archive.access.AccessRules;
import org.orbweaver.archive.index.IndexRow;

/** Several sources as one, in the order of time. */
public final class Archive implements AutoCloseable {
  /** The last moment an index key can hold. */
  public static final Instant END_OF_TIME = Instant.ofEpochMilli(Long.MAX_VALUE / 4);

  /** Nobody captured the web before: keys count from here. */
  public static final Instant DAWN = Instant.EPOCH;

  private final List<CaptureSource> sources;
  private final AccessRules access;

  public Archive(List<? extends CaptureSource> sources, AccessRules access) {
    this.sources = List.copyOf(sources);
    this.access = access;
  }

  public List<CaptureSource> sources() {
    return sources;
  }

  public AccessRules access() {
    return access;
  }

  /** Only the source of this name, or null if there is none. */
  public @Nullable Archive only(String name) {
    List<CaptureSource> named =
        sources.stream().filter(source -> source.name().equals(name)).toList();
    return named.isEmpty() ? null : new Archive(named, access);
  }

  /** The newest not newer than a moment that will do. */
  public @Nullable Capture before(String surt, Instant notAfter, Predicate<IndexRow> fits) {
    Capture best = null;
    for (CaptureSource source : sources) {
      @Nullable IndexRow[] found = new @Nullable IndexRow[1];
      source.newestFirst(
          surt,
          notAfter,
          row -> {
            found[0] = shown(row) && fits.test(row) ? row : null;
            return found[0] == null;
          });
      IndexRow row = found[0];
      if (row != null && (best == null || row.at().isAfter(best.at()))) {
        best = new Capture(source, row);
      }
    }
    return best;
  }

  /** The oldest not older than a moment that will do. */
  public @Nullable Capture after(String surt, Instant from, Predicate<IndexRow> fits) {
    Capture best = null;
    for (CaptureSource source : sources) {
      @Nullable IndexRow[] found = new @Nullable IndexRow[1];
      source.oldestFirst(
          surt,
          from,
          row -> {
            found[0] = shown(row) && fits.test(row) ? row : null;
            return found[0] == null;
          });
      IndexRow row = found[0];
      if (row != null && (best == null || row.at().isBefore(best.at()))) {
        best = new Capture(source, row);
      }
    }
    return best;
  }

  private boolean shown(IndexRow row) {
    return access.embargo().isZero() || access.isShown(row.url(), row.at());
  }

  /** Captures of a SURT, oldest first, no more than a limit from each source. */
  public List<Capture> all(String surt, Instant from, Instant to, int limit) {
    List<Capture> all = new ArrayList<>();
    for (CaptureSource source : sources) {
      int[] left = {limit};
      source.oldestFirst(
          surt,
          from,
          row -> {
            if (row.at().isAfter(to)) {
              return false;
            }
            if (shown(row)) {
              all.add(new Capture(source, row));
              left[0]--;
            }
            return left[0] > 0;
          });
    }
    if (sources.size() > 1) {
      all.sort(Comparator.comparing(Capture::at));
    }
    return all;
  }

  @Override
  public void close() throws IOException {
    for (CaptureSource source : sources) {
      source.close();
    }
  }
}
