package org.orbweaver.app.archive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orbweaver.archive.access.AccessRules;
import org.orbweaver.archive.intake.CdxIntake;
import org.orbweaver.archive.intake.WarcIntake;
import org.orbweaver.archive.replay.Archive;
import org.orbweaver.archive.replay.ArchivedCapture;
import org.orbweaver.archive.replay.CaptureChoice;
import org.orbweaver.archive.replay.CaptureSource;
import org.orbweaver.archive.replay.ForeignCollection;
import org.orbweaver.archive.replay.FuzzyRules;
import org.orbweaver.archive.replay.IndexedSource;
import org.orbweaver.archive.replay.StoredCollection;
import org.orbweaver.archive.search.TextIndex;

/**
 * What a data directory holds: the collections of crawls, collections of files from elsewhere, the
 * indexes of files that were only looked at, and who may see what.
 */
public final class Holdings {
  /** What {@code orb up} has fetched lies beside the collections, under this name. */
  private static final String OF_PEER = "archive";

  private final Path data;
  private final Consumer<String> warning;

  /**
   * @param warning told of what was wrong with files and does not keep the rest from being shown
   */
  public Holdings(Path data, Consumer<String> warning) {
    this.data = data;
    this.warning = warning;
  }

  public Path data() {
    return data;
  }

  private Path collections() {
    return data.resolve("collections");
  }

  /**
   * The archive's own rules, and those of what was imported. A file that is only looked at has no
   * say: a stranger's could hide everything else.
   */
  public AccessRules access() throws IOException {
    List<Path> directories = new ArrayList<>(List.of(data));
    directories.addAll(inside(collections()));
    return AccessRules.read(directories, InstantSource.system());
  }

  /**
   * @param names of collections, or files; empty for all collections
   * @param withPrivate whether private collections are meant when none is named
   */
  public Archive open(List<String> names, boolean withPrivate) throws IOException {
    List<IndexedSource> sources = sources(names, withPrivate);
    if (sources.isEmpty()) {
      throw new IllegalArgumentException(
          "there is no collection in "
              + collections()
              + " yet: make one with orb crawl, or name a WARC or WACZ file");
    }
    return new Archive(sources, access());
  }

  public List<IndexedSource> sources(List<String> names, boolean withPrivate) throws IOException {
    AccessRules access = access();
    List<IndexedSource> sources = new ArrayList<>();
    List<Path> files = new ArrayList<>();
    for (String name : names.isEmpty() ? all(access, withPrivate) : names) {
      Path directory = directory(name);
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

  private Path directory(String name) {
    Path directory = collections().resolve(name);
    return name.equals(OF_PEER) && !isCollection(directory) ? data.resolve(OF_PEER) : directory;
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
    return Stream.concat(inside(collections()).stream(), Stream.of(data.resolve(OF_PEER)))
        .filter(Holdings::isCollection)
        .map(path -> path.getFileName().toString())
        .distinct()
        .filter(name -> withPrivate || !access.isPrivate(name))
        .toList();
  }

  /** Where collections are that are not private, made by crawls or of files from elsewhere. */
  public List<Path> crawled() throws IOException {
    AccessRules access = access();
    return inside(collections()).stream()
        .filter(Holdings::isCollection)
        .filter(path -> !access.isPrivate(path.getFileName().toString()))
        .toList();
  }

  private static List<Path> inside(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> found = Files.list(directory)) {
      return found.sorted().toList();
    }
  }

  /** Files are indexed once; the index is kept for the next time. */
  private IndexedSource opened(List<Path> files) throws IOException {
    List<String> paths =
        files.stream().map(path -> path.toAbsolutePath().normalize().toString()).toList();
    String key = Integer.toHexString(paths.hashCode());
    ForeignCollection opened =
        ForeignCollection.open(data.resolve("opened").resolve(key), "files", true);
    try {
      opened.add(files).problems().forEach(warning);
      return opened;
    } catch (IOException | RuntimeException e) {
      opened.close();
      throw e;
    }
  }

  /**
   * Makes a collection of files from elsewhere.
   *
   * @param copied into the collection first; otherwise they are read where they lie
   */
  public WarcIntake.Report take(String collection, List<Path> files, boolean copied)
      throws IOException {
    Path directory = collections().resolve(collection);
    if (StoredCollection.isCollection(directory) && !ForeignCollection.isCollection(directory)) {
      throw new IllegalArgumentException(
          collection + " is a crawl's own collection: give the imported files another name");
    }
    for (Path file : files) {
      if (!Files.exists(file)) {
        throw new IllegalArgumentException("there is no file " + file);
      }
    }
    try (ForeignCollection foreign = ForeignCollection.open(directory, collection, true)) {
      return foreign.add(copied ? copies(files, directory) : files);
    }
  }

  private static List<Path> copies(List<Path> files, Path directory) throws IOException {
    Path folder = Files.createDirectories(directory.resolve("imported"));
    List<Path> copies = new ArrayList<>();
    for (Path file : files) {
      if (CdxIntake.isIndex(file)) {
        throw new IllegalArgumentException(
            "copy the WARC files that " + file + " names, or leave out --copy");
      }
      Path target = folder.resolve(file.getFileName());
      if (!Files.exists(target)) {
        Files.copy(file, target);
      }
      copies.add(target);
    }
    return copies;
  }

  /** What an address was at a time; refused, with the reason, if it must not be shown. */
  public static ArchivedCapture captured(Archive archive, String address, Instant at) {
    String url = address.contains("://") ? address : "http://" + address;
    String blocked = archive.notShown(url);
    if (blocked != null) {
      throw new IllegalArgumentException(address + " is not shown: " + blocked);
    }
    ArchivedCapture capture = new CaptureChoice(archive, FuzzyRules.usual()).page(url, at);
    if (capture == null) {
      throw new IllegalArgumentException(address + " was never captured here");
    }
    return capture;
  }

  /** Where the words of an archive's collections are, or will be. */
  public List<TextIndex> texts(Archive archive) {
    return archive.sources().stream().map(this::text).filter(Objects::nonNull).toList();
  }

  /** Where the words of a collection are; null for files that are only looked at. */
  private @Nullable TextIndex text(CaptureSource source) {
    Path directory = collections().resolve(source.name());
    return isCollection(directory) ? new TextIndex(directory.resolve(TextIndex.DIRECTORY)) : null;
  }

  /**
   * @param added captures whose words came in now
   */
  public record Words(long added, List<TextIndex> indexes) {}

  /** Brings text indexes up to date, or makes them anew. */
  public Words read(List<String> names, boolean anew) throws IOException {
    long added = 0;
    List<TextIndex> indexes = new ArrayList<>();
    for (IndexedSource source : sources(names, true)) {
      try (source) {
        TextIndex index = text(source);
        if (index == null) {
          throw new IllegalArgumentException("import the files first: orb archive import");
        }
        TextIndex.Taken taken = index.update(source, anew);
        added += taken.added();
        if (taken.unreadable() > 0) {
          warning.accept(
              "%s: the words of %,d captures cannot be read; orb archive verify tells of damage"
                  .formatted(source.name(), taken.unreadable()));
        }
        indexes.add(index);
      }
    }
    return new Words(added, indexes);
  }

  /** The same once a minute, until it is closed. */
  public WordsKeeper keepWords(List<String> names) {
    return new WordsKeeper(this, names, warning);
  }

  /** A crawl may be writing what is shown, and a file from elsewhere may grow. */
  public void follow(Archive archive) {
    for (CaptureSource source : archive.sources()) {
      if (source instanceof IndexedSource indexed) {
        try {
          indexed.refresh();
        } catch (IOException e) {
          warning.accept(source.name() + " cannot be followed: " + e.getMessage());
        }
      }
    }
  }
}
