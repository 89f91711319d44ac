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
import org.orbweaver.archive.warc.RecordLocation;

/** WARC files and WACZs from elsewhere, read where they lie. Only the index is ours. */
public final class ForeignCollection extends IndexedSource {
  private final ForeignFiles files;
  private final WarcIntake intake;

  private ForeignCollection(
      String name, CaptureIndex index, ForeignFiles files, WarcIntake intake, boolean isPublic) {
    super(name, index, isPublic);
    this.files = files;
    this.intake = intake;
  }

  public static boolean isCollection(Path directory) {
    return Files.exists(directory.resolve(ForeignFiles.FILE));
  }

  public static ForeignCollection open(Path directory, String name, boolean isPublic)
      throws IOException {
    Files.createDirectories(directory);
    CaptureIndex index = CaptureIndex.open(directory.resolve("index"));
    ForeignFiles files = ForeignFiles.read(directory);
    return new ForeignCollection(
        name, index, files, new WarcIntake(directory, files, index), isPublic);
  }

  /** Adds files and reads them. */
  public synchronized WarcIntake.Report add(List<Path> paths) throws IOException {
    for (Path path : paths) {
      intake.add(path);
    }
    return intake.run();
  }

  @Override
  public synchronized void refresh() throws IOException {
    intake.run();
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
}
