package org.orbweaver.app.census;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.DataDirectory;

/** Where a snapshot is to be: a folder and the name that all its files share. */
public record SnapshotName(Path folder, String name) {
  private static final String JOURNAL = ".crawl";
  private static final DateTimeFormatter MINUTE =
      DateTimeFormatter.ofPattern("uuuuMMdd-HHmmss").withZone(ZoneOffset.UTC);

  /** As given, {@code DIR/NAME}; without, the time, with all other snapshots. */
  public static SnapshotName of(@Nullable Path given) {
    if (given == null) {
      return timed(DataDirectory.snapshots());
    }
    Path absolute = given.toAbsolutePath();
    Path folder = absolute.getParent();
    if (folder == null || Files.isDirectory(given)) {
      return timed(given);
    }
    String name = absolute.getFileName().toString();
    return new SnapshotName(folder, name.replaceFirst("\\.(parquet|crawl)$", ""));
  }

  public static SnapshotName timed(Path folder) {
    return new SnapshotName(folder, MINUTE.format(Instant.now()));
  }

  /** The unfinished one, or the last begun of those in its folder. */
  public static SnapshotName unfinished(@Nullable Path given) throws IOException {
    Path place = given == null ? DataDirectory.snapshots() : given;
    if (!Files.isDirectory(place)) {
      SnapshotName named = of(place);
      if (!Files.exists(named.journal())) {
        throw new IOException("there is no unfinished snapshot " + named.journal());
      }
      return named;
    }
    try (Stream<Path> files = Files.list(place)) {
      Path latest =
          files
              .filter(file -> file.toString().endsWith(JOURNAL))
              .max(Comparator.naturalOrder())
              .orElseThrow(() -> new IOException("there is no unfinished snapshot in " + place));
      return of(latest);
    }
  }

  public SnapshotName part(String prefix) {
    return new SnapshotName(folder, name + "-" + prefix);
  }

  public Path parquet() {
    return folder.resolve(name + ".parquet");
  }

  /** How it was taken. */
  public Path description() {
    return folder.resolve(name + ".json");
  }

  /** What is kept of the crawl until it is finished. */
  public Path journal() {
    return folder.resolve(name + JOURNAL);
  }

  Path infohashes() {
    return folder.resolve(name + ".infohashes");
  }

  @Override
  public String toString() {
    return folder.resolve(name).toString();
  }
}
