package org.orbweaver.census.snapshot;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** A folder for what does not fit into memory, gone when closed. */
public final class ScratchFolder implements AutoCloseable {
  private final Path path;

  private ScratchFolder(Path path) {
    this.path = path;
  }

  /** On the disk on which a file is being written: there is room, or the file has none. */
  static ScratchFolder in(Path folder) throws IOException {
    return new ScratchFolder(Files.createTempDirectory(folder, ".orb-scratch"));
  }

  /** In the folder of that file. */
  public static ScratchFolder beside(Path file) throws IOException {
    Path sibling = file.toAbsolutePath().resolveSibling(".orb-scratch");
    return in(Objects.requireNonNull(sibling.getParent(), "a file is in a folder"));
  }

  /** Where the machine keeps temporary files. */
  public static ScratchFolder temporary() throws IOException {
    return new ScratchFolder(Files.createTempDirectory("orb-scratch"));
  }

  public Path path() {
    return path;
  }

  @Override
  public void close() {
    try (Stream<Path> inside = Files.walk(path)) {
      List<Path> deepestFirst = inside.sorted(Comparator.reverseOrder()).toList();
      for (Path each : deepestFirst) {
        Files.deleteIfExists(each);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove the temporary folder " + path, e);
    }
  }
}
