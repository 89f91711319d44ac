package org.orbweaver.archive.replay;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.orbweaver.archive.Rounds;
import org.orbweaver.archive.index.CaptureIndex;
import org.orbweaver.archive.warc.RecordLocation;

/**
 * A collection of ours, as {@code orb crawl} leaves and extends it. It is only read, also while a
 * crawl is writing it: {@link #refresh} brings in what was written since.
 */
public final class StoredCollection extends IndexedSource {
  private static final Pattern NAME = Pattern.compile(".*-(\\d{6})\\.warc\\.gz");

  private final Path directory;
  private final Path scratch;
  private final Map<Integer, Path> files = new ConcurrentHashMap<>();
  private volatile List<Instant> rounds = List.of();

  private StoredCollection(Path directory, CaptureIndex index, Path scratch, boolean isPublic) {
    super(String.valueOf(directory.toAbsolutePath().normalize().getFileName()), index, isPublic);
    this.directory = directory;
    this.scratch = scratch;
  }

  public static boolean isCollection(Path directory) {
    return Files.isDirectory(directory.resolve("index"))
        && Files.isDirectory(directory.resolve("warc"));
  }

  public static StoredCollection open(Path directory, boolean isPublic) throws IOException {
    Path scratch = Files.createTempDirectory("orb-follow-");
    CaptureIndex index = following(directory.resolve("index"), scratch);
    StoredCollection collection = new StoredCollection(directory, index, scratch, isPublic);
    collection.refresh();
    return collection;
  }

  @Override
  public void refresh() throws IOException {
    index().catchUp();
    listFiles();
    rounds = new Rounds(directory).ends();
  }

  private void listFiles() throws IOException {
    try (DirectoryStream<Path> all = Files.newDirectoryStream(directory.resolve("warc"))) {
      for (Path path : all) {
        Matcher name = NAME.matcher(path.getFileName().toString());
        if (name.matches()) {
          files.put(Integer.parseInt(name.group(1)), path);
        }
      }
    }
  }

  @Override
  public @Nullable Path file(int number) {
    Path known = files.get(number);
    if (known == null) {
      try {
        listFiles();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      known = files.get(number);
    }
    return known;
  }

  @Override
  public Map<Integer, Path> files() {
    return Map.copyOf(files);
  }

  @Override
  public String fileName(RecordLocation place) {
    Path path = file(place.file());
    return path == null ? "" : path.getFileName().toString();
  }

  @Override
  public @Nullable Instant roundEnd(Instant at) {
    List<Instant> ends = rounds;
    for (Instant end : ends) {
      if (!end.isBefore(at)) {
        return end;
      }
    }
    return ends.isEmpty() ? null : Archive.END_OF_TIME;
  }

  @Override
  public void close() throws IOException {
    super.close();
    remove(scratch);
  }
}
