package org.orbweaver.archive.verify;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.orbweaver.archive.index.IndexRow;
import org.orbweaver.archive.replay.CaptureSource;
import org.orbweaver.fetch.http.ContentDecoding;
import org.orbweaver.fetch.http.Response;
import org.orbweaver.fetch.links.Link;
import org.orbweaver.fetch.links.LinkExtractor;
import org.orbweaver.fetch.url.WebUrl;

/**
 * What Herodotus measured of MIT's web before it was designed (thesis, table 3.1), for one's own
 * collection: objects and bytes by kind, how much gzip saves, how many pages change between visits,
 * and how many of a changed page's links are new.
 */
public final class CollectionStatistics {
  private static final int MOST_DECODED = 16 << 20;

  private final CaptureSource source;
  private final Map<String, Kind> kinds = new TreeMap<>();
  private IndexRow before;
  private long addresses;
  private long captures;
  private long revisited;
  private long changed;
  private long notModified;
  private long duplicates;
  private long links;
  private long newLinks;

  @SuppressWarnings("NullAway.Init") // the first row has none before it
  public CollectionStatistics(CaptureSource source) {
    this.source = source;
  }

  private static final class Kind {
    private long objects;
    private long stored;
    private long bytes;
  }

  /**
   * @param gzipGain bytes as served and decoded, for each byte on disk
   */
  public record KindLine(
      String kind, long objects, long bytes, long averageBytes, long onDisk, double gzipGain) {}

  /**
   * @param changeRate share of later visits that found something new
   * @param newLinksPerChange links a changed page had not had before
   */
  public record Report(
      String collection,
      long addresses,
      long captures,
      long laterVisits,
      long changed,
      long notModified,
      long duplicates,
      double changeRate,
      long linksPerPage,
      double newLinksPerChange,
      List<KindLine> kinds) {}

  public Report run() {
    source.scan(
        "",
        "",
        row -> {
          add(row);
          return true;
        });
    long pages = kinds.getOrDefault("text/html", new Kind()).objects;
    return new Report(
        source.name(),
        addresses,
        captures,
        revisited,
        changed,
        notModified,
        duplicates,
        revisited == 0 ? 0 : (double) changed / revisited,
        pages == 0 ? 0 : links / pages,
        changed == 0 ? 0 : (double) newLinks / changed,
        kinds.entrySet().stream().map(each -> line(each.getKey(), each.getValue())).toList());
  }

  private static KindLine line(String name, Kind kind) {
    return new KindLine(
        name,
        kind.objects,
        kind.bytes,
        kind.objects == 0 ? 0 : kind.bytes / kind.objects,
        kind.stored,
        kind.stored == 0 ? 0 : (double) kind.bytes / kind.stored);
  }

  private void add(IndexRow row) {
    captures++;
    boolean again = before != null && before.url().equals(row.url());
    boolean same = again && Arrays.equals(before.digest(), row.digest());
    addresses += again ? 0 : 1;
    revisited += again ? 1 : 0;
    changed += again && !same ? 1 : 0;
    notModified += row.kind() == IndexRow.Kind.NOT_MODIFIED ? 1 : 0;
    duplicates += row.kind() == IndexRow.Kind.REVISIT && !same ? 1 : 0;
    if (row.kind() == IndexRow.Kind.RESPONSE) {
      Set<String> old = again && !same && isPage(row) ? linksOf(before, false) : Set.of();
      Set<String> now = linksOf(row, true);
      if (again && !same) {
        newLinks += now.stream().filter(link -> !old.contains(link)).count();
      }
    }
    before = row;
  }

  private static boolean isPage(IndexRow row) {
    return row.mediaType().equals("text/html") && row.status() == 200;
  }

  private Set<String> linksOf(IndexRow row, boolean count) {
    Set<String> found = new HashSet<>();
    try (Response response = source.open(row)) {
      if (count) {
        String name = row.mediaType().isEmpty() ? "unknown" : row.mediaType();
        Kind kind = kinds.computeIfAbsent(name, absent -> new Kind());
        kind.objects++;
        kind.stored += row.place().length();
        kind.bytes += ContentDecoding.decode(response, MOST_DECODED).length;
      }
      WebUrl url = WebUrl.parse(row.url());
      if (isPage(row) && url != null) {
        for (Link link : LinkExtractor.extract(url, response).links()) {
          found.add(link.url().toString());
        }
        links += count ? found.size() : 0;
      }
    } catch (IOException | UncheckedIOException e) {
      // A damaged capture: "verify" tells of it.
    }
    return found;
  }
}
