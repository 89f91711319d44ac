package org.orbweaver.archive.compare;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.orbweaver.archive.index.IndexRow;
import org.orbweaver.archive.replay.Archive;
import org.orbweaver.archive.replay.CaptureSource;

/**
 * What became of a site's pages between two times: new, changed, removed, moved (the same content
 * under another address).
 */
public record SiteChanges(long same, List<Change> changes) {
  private static final int MOST = 10_000;

  /** How a page fared. */
  public enum Kind {
    NEW,
    CHANGED,
    REMOVED,
    MOVED
  }

  public record Change(Kind kind, String url, String movedTo) {}

  private static final class Page {
    private @Nullable IndexRow before;
    private @Nullable IndexRow after;
  }

  /**
   * @param surtStart what the SURTs of the site begin with
   */
  public static SiteChanges between(Archive archive, String surtStart, Instant one, Instant other) {
    Map<String, Page> pages = new TreeMap<>();
    for (CaptureSource source : archive.sources()) {
      source.scan(
          surtStart,
          surtStart,
          row -> {
            Page page = pages.computeIfAbsent(row.surt(), absent -> new Page());
            if (!row.at().isAfter(one)) {
              page.before = row;
            }
            if (!row.at().isAfter(other)) {
              page.after = row;
            }
            return true;
          });
    }
    Map<String, String> fresh = new HashMap<>();
    pages
        .values()
        .forEach(
            page -> {
              if (page.before == null && isThere(page.after) && page.after != null) {
                fresh.put(hex(page.after), page.after.url());
              }
            });
    List<Change> changes = new ArrayList<>();
    long same = 0;
    for (Page page : pages.values()) {
      IndexRow before = page.before;
      IndexRow after = page.after;
      if (changes.size() >= MOST || after == null) {
        continue;
      }
      if (before == null || !isThere(before)) {
        if (isThere(after)) {
          changes.add(new Change(Kind.NEW, after.url(), ""));
        }
      } else if (!isThere(after)) {
        String moved = fresh.get(hex(before));
        changes.add(
            new Change(
                moved == null ? Kind.REMOVED : Kind.MOVED,
                before.url(),
                moved == null ? "" : moved));
      } else if (!Arrays.equals(before.digest(), after.digest())) {
        changes.add(new Change(Kind.CHANGED, after.url(), ""));
      } else {
        same++;
      }
    }
    return new SiteChanges(same, changes);
  }

  private static boolean isThere(@Nullable IndexRow row) {
    return row != null && (row.status() < 300 || row.status() == 304);
  }

  private static String hex(IndexRow row) {
    return HexFormat.of().formatHex(row.digest());
  }
}
