package org.orbweaver.cli.archive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orbweaver.archive.access.AccessRules;
import org.orbweaver.archive.intake.WarcIntake;
import org.orbweaver.archive.replay.Archive;
import org.orbweaver.archive.replay.ForeignCollection;
import org.orbweaver.archive.replay.IndexedSource;
import org.orbweaver.archive.replay.StoredCollection;
import picocli.CommandLine.Option;

/** Which collections: all of the data directory, those named, and files from elsewhere. */
final class ArchiveOptions {
  @Option(
      names = "--data",
      defaultValue = "orbweaver-data",
      description = "Directory that holds all collections.")
  private Path data;

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  ArchiveOptions() {}

  Path data() {
    return data;
  }

  Path collections() {
    return data.resolve("collections");
  }

  AccessRules access() throws IOException {
    return AccessRules.read(data, InstantSource.system());
  }

  /**
   * @param names of collections, or files; empty for all collections
   * @param withPrivate whether private collections are meant when none is named
   */
  Archive open(List<String> names, boolean withPrivate) throws IOException {
    List<IndexedSource> sources = sources(names, withPrivate);
    if (sources.isEmpty()) {
      throw new IllegalArgumentException(
          "there is no collection in "
              + collections()
              + " yet: make one with orb crawl, or name a WARC or WACZ file");
    }
    return new Archive(sources, access());
  }

  List<IndexedSource> sources(List<String> names, boolean withPrivate) throws IOException {
    AccessRules access = access();
    List<IndexedSource> sources = new ArrayList<>();
    List<Path> files = new ArrayList<>();
    for (String name : names.isEmpty() ? all(access, withPrivate) : names) {
      Path directory = collections().resolve(name);
      Path path = Path.of(name);
      if (isCollection(directory)) {
        sources.add(collection(directory, !access.isPrivate(name)));
      } else if (isCollection(path)) {
        sources.add(collection(path, true));
      } else if (Files.exists(path)) {
        files.add(path);
      } else {
        throw new IllegalArgumentException(
            "\"" + name + "\" is neither a collection in " + collections() + " nor a file");
      }
    }
    if (!files.isEmpty()) {
      sources.add(opened(files));
    }
    return sources;
  }

  private static boolean isCollection(Path directory) {
    return StoredCollection.isCollection(directory) || ForeignCollection.isCollection(directory);
  }

  private static IndexedSource collection(Path directory, boolean isPublic) throws IOException {
    return ForeignCollection.isCollection(directory)
        ? ForeignCollection.open(directory, directory.getFileName().toString(), isPublic)
        : StoredCollection.open(directory, isPublic);
  }

  private List<String> all(AccessRules access, boolean withPrivate) throws IOException {
    if (!Files.isDirectory(collections())) {
      return List.of();
    }
    try (Stream<Path> found = Files.list(collections())) {
      return found
          .filter(ArchiveOptions::isCollection)
          .map(path -> path.getFileName().toString())
          .filter(name -> withPrivate || !access.isPrivate(name))
          .sorted()
          .toList();
    }
  }

  /** One collection, or null. */
  @Nullable Path directory(String name) {
    Path directory = collections().resolve(name);
    return isCollection(directory) ? directory : null;
  }

  /** Files are indexed once; the index is kept for the next time. */
  private IndexedSource opened(List<Path> files) throws IOException {
    List<String> paths =
        files.stream().map(path -> path.toAbsolutePath().normalize().toString()).toList();
    String key = Integer.toHexString(paths.hashCode());
    Path directory = data.resolve("opened").resolve(key);
    ForeignCollection opened = ForeignCollection.open(directory, "files", true);
    WarcIntake.Report report = opened.add(files);
    report.problems().forEach(problem -> System.err.println("orb: " + problem));
    return opened;
  }
}
