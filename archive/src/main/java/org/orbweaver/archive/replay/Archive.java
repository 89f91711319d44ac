package org.orbweaver.archive.replay;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.orbweaver.archive.access.AccessRules;
import org.orbweaver.archive.access.Act;
import org.orbweaver.archive.access.RuleSubject;
import org.orbweaver.archive.index.IndexRow;
import org.orbweaver.fetch.url.WebUrl;

/** Several sources as one, in the order of time. */
public final class Archive implements AutoCloseable {
  /** The last moment an index key can hold. */
  public static final Instant END_OF_TIME = Instant.ofEpochMilli(Long.MAX_VALUE / 4);

  /** Nobody captured the web before: keys count from here. */
  public static final Instant DAWN = Instant.EPOCH;

  private final List<CaptureSource> sources;
  private final Supplier<AccessRules> access;

  public Archive(List<? extends CaptureSource> sources, AccessRules access) {
    this(sources, () -> access);
  }

  /**
   * @param access the rules of the moment, for they may be read anew while it is shown
   */
  public Archive(List<? extends CaptureSource> sources, Supplier<AccessRules> access) {
    this.sources = List.copyOf(sources);
    this.access = access;
  }

  public List<CaptureSource> sources() {
    return sources;
  }

  public AccessRules access() {
    return access.get();
  }

  /** Why a capture is not shown; null if it is, or will be when it is old enough. */
  public @Nullable String refusal(CaptureSource source, IndexRow row) {
    String theirs = source.refusal(row);
    AccessRules rules = access();
    return theirs != null || !rules.refusesAnything(Act.SHOW)
        ? theirs
        : rules.refusal(Act.SHOW, source.subject(row));
  }

  /** Old enough, and not refused. */
  public boolean isShown(CaptureSource source, IndexRow row) {
    return access().isOldEnough(row.at()) && refusal(source, row) == null;
  }

  /** Why nothing of an address is shown; null if something is, or if there is nothing of it. */
  public @Nullable String notShown(String url) {
    WebUrl parsed = WebUrl.parse(url);
    String address = parsed == null ? url : parsed.toString();
    String refused = access().refusal(Act.SHOW, RuleSubject.address(address));
    if (refused != null) {
      return refused;
    }
    if (!access().refusesAnything(Act.SHOW)
        && sources.stream().noneMatch(CaptureSource::mayRefuse)) {
      return null;
    }
    @Nullable String[] because = new @Nullable String[1];
    boolean[] shown = new boolean[1];
    for (CaptureSource source : sources) {
      source.newestFirst(
          CaptureChoice.surt(url),
          END_OF_TIME,
          row -> {
            String reason = refusal(source, row);
            shown[0] |= reason == null;
            because[0] = because[0] == null ? reason : because[0];
            return reason != null;
          });
    }
    return shown[0] ? null : because[0];
  }

  /** Only the source of this name, or null if there is none. */
  public @Nullable Archive only(String name) {
    List<CaptureSource> named =
        sources.stream().filter(source -> source.name().equals(name)).toList();
    return named.isEmpty() ? null : new Archive(named, access);
  }

  /** The newest not newer than a moment that will do. */
  public @Nullable ArchivedCapture before(String surt, Instant notAfter, Predicate<IndexRow> fits) {
    ArchivedCapture best = null;
    for (CaptureSource source : sources) {
      @Nullable IndexRow[] found = new @Nullable IndexRow[1];
      source.newestFirst(
          surt,
          notAfter,
          row -> {
            found[0] = fits.test(row) && isShown(source, row) ? row : null;
            return found[0] == null;
          });
      IndexRow row = found[0];
      if (row != null && (best == null || row.at().isAfter(best.at()))) {
        best = new ArchivedCapture(source, row);
      }
    }
    return best;
  }

  /** The oldest not older than a moment that will do. */
  public @Nullable ArchivedCapture after(String surt, Instant from, Predicate<IndexRow> fits) {
    ArchivedCapture best = null;
    for (CaptureSource source : sources) {
      @Nullable IndexRow[] found = new @Nullable IndexRow[1];
      source.oldestFirst(
          surt,
          from,
          row -> {
            found[0] = fits.test(row) && isShown(source, row) ? row : null;
            return found[0] == null;
          });
      IndexRow row = found[0];
      if (row != null && (best == null || row.at().isBefore(best.at()))) {
        best = new ArchivedCapture(source, row);
      }
    }
    return best;
  }

  /** Captures of a SURT, oldest first, no more than a limit from each source. */
  public List<ArchivedCapture> all(String surt, Instant from, Instant to, int limit) {
    List<ArchivedCapture> all = new ArrayList<>();
    for (CaptureSource source : sources) {
      int[] left = {limit};
      source.oldestFirst(
          surt,
          from,
          row -> {
            if (row.at().isAfter(to)) {
              return false;
            }
            if (isShown(source, row)) {
              all.add(new ArchivedCapture(source, row));
              left[0]--;
            }
            return left[0] > 0;
          });
    }
    if (sources.size() > 1) {
      all.sort(Comparator.comparing(ArchivedCapture::at));
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
