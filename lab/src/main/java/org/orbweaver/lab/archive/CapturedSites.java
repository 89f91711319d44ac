package org.orbweaver.lab.archive;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Pages of sites on this disk, each captured at several times that are known. */
final class CapturedSites {
  private static final Instant BEGIN = Instant.parse("2019-03-01T00:00:00Z");
  private static final int SPAN_SECONDS = 5 * 365 * 86_400;

  private final Map<String, NavigableSet<Instant>> times = new TreeMap<>();

  /** One capture that is there for certain. */
  record Known(String url, Instant at) {}

  private CapturedSites() {}

  /**
   * @param pages at most, over all sites
   * @param versions of each page, every third the same as the one before it
   */
  static CapturedSites write(
      Path collection, List<Path> sites, int pages, int versions, Random random)
      throws IOException {
    CapturedSites captured = new CapturedSites();
    List<Known> all = new ArrayList<>();
    Map<String, Path> files = new TreeMap<>();
    for (int i = 0; i < sites.size(); i++) {
      Path root = sites.get(i).toAbsolutePath().normalize();
      List<Path> html;
      try (Stream<Path> found = Files.walk(root)) {
        html = found.filter(file -> file.toString().endsWith(".html")).sorted().toList();
      }
      int each = (pages + sites.size() - 1) / sites.size();
      for (Path file : html.subList(0, Math.min(each, html.size()))) {
        String path = root.relativize(file).toString().replace(" ", "%20");
        files.put("http://site" + i + ".example/" + path, file);
      }
    }
    for (String url : files.keySet()) {
      NavigableSet<Instant> own = new TreeSet<>();
      while (own.size() < versions) {
        own.add(BEGIN.plusSeconds(random.nextInt(SPAN_SECONDS)));
      }
      captured.times.put(url, own);
      own.forEach(at -> all.add(new Known(url, at)));
    }
    all.sort(java.util.Comparator.comparing(Known::at));
    try (HandMadeCollection made = new HandMadeCollection(collection)) {
      for (Known each : all) {
        int version = captured.times(each.url()).headSet(each.at()).size();
        String text =
            Files.readString(
                    Objects.requireNonNull(files.get(each.url())), StandardCharsets.ISO_8859_1)
                + "<p>version "
                + (version - version / 3)
                + " of "
                + each.url()
                + "</p>";
        made.add(each.url(), each.at(), "text/html", text.getBytes(StandardCharsets.ISO_8859_1));
      }
    }
    return captured;
  }

  List<String> pages() {
    return List.copyOf(times.keySet());
  }

  NavigableSet<Instant> times(String url) {
    return Objects.requireNonNull(times.get(url), url);
  }

  List<Known> all() {
    List<Known> all = new ArrayList<>();
    times.forEach((url, own) -> own.forEach(at -> all.add(new Known(url, at))));
    return all;
  }

  /** The newest not newer, or the first. */
  Instant page(String url, Instant at) {
    Instant before = times(url).floor(at);
    return before == null ? times(url).first() : before;
  }

  /** How far the nearest is. */
  long distance(String url, Instant at) {
    Instant before = times(url).floor(at);
    Instant after = times(url).ceiling(at);
    long back = before == null ? Long.MAX_VALUE : at.getEpochSecond() - before.getEpochSecond();
    long ahead = after == null ? Long.MAX_VALUE : after.getEpochSecond() - at.getEpochSecond();
    return Math.min(back, ahead);
  }
}
