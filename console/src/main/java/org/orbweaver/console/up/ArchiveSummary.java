package org.orbweaver.console.up;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import org.orbweaver.archive.index.IndexRow;
import org.orbweaver.archive.replay.Archive;
import org.orbweaver.archive.replay.CaptureSource;

/**
 * An archive at a glance, gathered by one look at its whole index.
 *
 * @param sites how many there are
 * @param hosts those with most captures
 * @param changed the pages that were seen to change, the latest change first
 * @param days captures by day
 */
public record ArchiveSummary(
    long captures, int sites, List<Host> hosts, List<Change> changed, Map<LocalDate, Long> days) {
  static final ArchiveSummary NONE = new ArchiveSummary(0, 0, List.of(), List.of(), Map.of());

  private static final int MOST_HOSTS = 10_000;
  private static final int MOST_PAGES = 100_000;
  private static final int MOST_VERSIONS = 100;
  private static final int HOSTS_SHOWN = 24;
  private static final int CHANGES_SHOWN = 16;

  /** A site. */
  public record Host(String name, long captures, Instant latest) {}

  /**
   * A page that is not what it was.
   *
   * @param versions that differ
   * @param earlier the capture before the latest that differs from it
   */
  public record Change(String url, int versions, Instant earlier, Instant latest) {}

  static ArchiveSummary of(Archive archive) {
    Gathering gathering = new Gathering(archive);
    for (CaptureSource source : archive.sources()) {
      source.scan("", "", row -> gathering.see(source, row));
    }
    return gathering.result();
  }

  /** One pass. Rows come by page and time from each source; a page may be in several. */
  private static final class Gathering {
    private record Version(Instant at, int digest) {}

    private final Archive archive;
    private final Map<String, Host> hosts = new HashMap<>();
    private final Map<LocalDate, Long> days = new TreeMap<>();
    private final Map<String, Deque<Version>> versions = new HashMap<>();
    private final PriorityQueue<Change> changes =
        new PriorityQueue<>(Comparator.comparing(Change::latest));
    private long captures;
    private String page = "";

    Gathering(Archive archive) {
      this.archive = archive;
    }

    boolean see(CaptureSource source, IndexRow row) {
      if (!archive.isShown(source, row)) {
        return true;
      }
      captures++;
      days.merge(LocalDate.ofInstant(row.at(), ZoneOffset.UTC), 1L, Long::sum);
      String host = host(row.url());
      if (hosts.size() < MOST_HOSTS || hosts.containsKey(host)) {
        hosts.merge(
            host,
            new Host(host, 1, row.at()),
            (old, one) ->
                new Host(
                    host,
                    old.captures() + 1,
                    old.latest().isAfter(one.latest()) ? old.latest() : one.latest()));
      }
      if (row.status() == 200 && row.mediaType().contains("html")) {
        if (archive.sources().size() == 1 && !row.surt().equals(page)) {
          // Nothing more comes of the page before: a million of them need not be remembered.
          versions.forEach(this::compare);
          versions.clear();
          page = row.surt();
        }
        if (versions.size() >= MOST_PAGES && !versions.containsKey(row.url())) {
          return true;
        }
        Deque<Version> seen = versions.computeIfAbsent(row.url(), _ -> new ArrayDeque<>());
        seen.add(new Version(row.at(), Arrays.hashCode(row.digest())));
        if (seen.size() > MOST_VERSIONS) {
          seen.remove();
        }
      }
      return true;
    }

    private static String host(String url) {
      int start = url.indexOf("://") + 3;
      int end = url.indexOf('/', start);
      return url.substring(start, end < 0 ? url.length() : end);
    }

    ArchiveSummary result() {
      versions.forEach(this::compare);
      List<Change> latest = new ArrayList<>(changes);
      latest.sort(Comparator.comparing(Change::latest).reversed());
      return new ArchiveSummary(
          captures,
          hosts.size(),
          hosts.values().stream()
              .sorted(Comparator.comparingLong(Host::captures).reversed().thenComparing(Host::name))
              .limit(HOSTS_SHOWN)
              .toList(),
          latest,
          days);
    }

    private void compare(String url, Deque<Version> seen) {
      List<Version> inOrder = new ArrayList<>(seen);
      inOrder.sort(Comparator.comparing(Version::at));
      int count = 1;
      Change change = null;
      for (int i = 1; i < inOrder.size(); i++) {
        if (inOrder.get(i).digest() != inOrder.get(i - 1).digest()) {
          count++;
          change = new Change(url, count, inOrder.get(i - 1).at(), inOrder.get(i).at());
        }
      }
      if (change != null) {
        changes.add(change);
        if (changes.size() > CHANGES_SHOWN) {
          changes.remove();
        }
      }
    }
  }
}
