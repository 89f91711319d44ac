package org.orbweaver.archive.replay;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orbweaver.archive.index.CaptureIndex;
import org.orbweaver.archive.intake.ForeignFiles;
import org.orbweaver.archive.intake.WarcIntake;
import org.orbweaver.archive.rocks.InUseException;
import org.orbweaver.archive.warc.RecordLocation;

/**
 * WARC files and WACZs from elsewhere, read where they lie. Only the index is ours. Who comes first
 * keeps it up with files that grow; others only read along.
 */
public final class ForeignCollection extends IndexedSource {
  private final Path directory;
  private final @Nullable WarcIntake intake;

  /** Of one who reads along: for RocksDB's notes. */
  private final @Nullable Path scratch;

  private volatile ForeignFiles files;

  private ForeignCollection(
      Path directory,
      String name,
      CaptureIndex index,
      ForeignFiles files,
      @Nullable WarcIntake intake,
      @Nullable Path scratch,
      boolean isPublic) {
    super(name, index, isPublic);
    this.directory = directory;
    this.files = files;
    this.intake = intake;
    this.scratch = scratch;
  }

  public static boolean isCollection(Path directory) {
    return Files.exists(directory.resolve(ForeignFiles.FILE));
  }

  public static ForeignCollection open(Path directory, String name, boolean isPublic)
      throws IOException {
    Files.createDirectories(directory);
    CaptureIndex index;
    try {
      index = CaptureIndex.open(directory.resolve("index"));
    } catch (InUseException e) {
      return follow(directory, name, isPublic);
    }
    ForeignFiles files = ForeignFiles.read(directory);
    if (index.mark() == null) {
      files.forget(); // the index was removed, to have it made anew
    }
    return new ForeignCollection(
        directory, name, index, files, new WarcIntake(directory, files, index), null, isPublic);
  }

  private static ForeignCollection follow(Path directory, String name, boolean isPublic)
      throws IOException {
    Path scratch = Files.createTempDirectory("orb-follow-");
    CaptureIndex index = following(directory.resolve("index"), scratch);
    return new ForeignCollection(
        directory, name, index, ForeignFiles.read(directory), null, scratch, isPublic);
  }

  /** Adds files and reads them. */
  public synchronized WarcIntake.Report add(List<Path> paths) throws IOException {
    if (intake == null) {
      if (paths.stream().allMatch(files::holds)) {
        return new WarcIntake.Report(0, 0, List.of()); // whoever keeps the index reads them
      }
      throw new IOException(
          "the collection in "
              + directory
              + " is in use by another process: stop that first, then files can be added");
    }
    for (Path path : paths) {
      intake.add(path);
    }
    return intake.run();
  }

  @Override
  public synchronized void refresh() throws IOException {
    if (intake == null) {
      index().catchUp();
      files = ForeignFiles.read(directory);
    } else {
      intake.run();
    }
  }

  @Override
  public @Nullable Path file(int number) {
    ForeignFiles.Part part = files.part(number);
    return part == null ? null : part.path();
  }

  @Override
  public Map<Integer, Path> files() {
    Map<Integer, Path> paths = new HashMap<>();
    files.parts().forEach(part -> paths.put(part.number(), part.path()));
    return paths;
  }

  @Override
  public String fileName(RecordLocation place) {
    Path path = file(place.file());
    return path == null ? "" : path.getFileName().toString();
  }

  @Override
  public void close() throws IOException {
    super.close();
    if (scratch != null) {
      remove(scratch);
    }
  }
}
