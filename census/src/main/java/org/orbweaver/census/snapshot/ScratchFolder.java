package org.orbweaver.census.snapshot;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A folder for what does not fit into memory, gone when closed. A process that is killed cannot
 * close it; but its lock goes with it, and the next one to work in the same place cleans up.
 */
public final class ScratchFolder implements AutoCloseable {
  private static final String NAME = ".orb-scratch";
  private static final String LOCK = "in-use";

  private final Path path;
  private final FileChannel lock;

  private ScratchFolder(Path path, FileChannel lock) {
    this.path = path;
    this.lock = lock;
  }

  /** Who is interrupted while it locks the folder, as by Ctrl-C, leaves none behind. */
  private static ScratchFolder locked(Path path) throws IOException {
    FileChannel lock =
        FileChannel.open(
            path.resolve(LOCK), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    try {
      lock.lock();
      return new ScratchFolder(path, lock);
    } catch (IOException | RuntimeException e) {
      try (lock) {
        remove(path);
      }
      throw e;
    }
  }

  /** On the disk on which a file is being written: there is room, or the file has none. */
  static ScratchFolder in(Path folder) throws IOException {
    try (DirectoryStream<Path> earlier = Files.newDirectoryStream(folder, NAME + "*")) {
      for (Path each : earlier) {
        removeIfAbandoned(each);
      }
    }
    return locked(Files.createTempDirectory(folder, NAME));
  }

  /** In the folder of that file. */
  public static ScratchFolder beside(Path file) throws IOException {
    return in(Objects.requireNonNull(file.toAbsolutePath().getParent(), "a file is in a folder"));
  }

  /** Where the machine keeps temporary files. */
  public static ScratchFolder temporary() throws IOException {
    return locked(Files.createTempDirectory(NAME.substring(1)));
  }

  private static void removeIfAbandoned(Path folder) throws IOException {
    Path lock = folder.resolve(LOCK);
    if (!Files.isRegularFile(lock)) {
      return; // just being made, or not ours
    }
    try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE);
        @Nullable FileLock free = channel.tryLock()) {
      if (free != null) {
        remove(folder);
      }
    } catch (OverlappingFileLockException inUse) {
      // by this very process
    }
  }

  private static void remove(Path folder) throws IOException {
    try (Stream<Path> inside = Files.walk(folder)) {
      List<Path> deepestFirst = inside.sorted(Comparator.reverseOrder()).toList();
      for (Path each : deepestFirst) {
        Files.deleteIfExists(each);
      }
    }
  }

  public Path path() {
    return path;
  }

  @Override
  public void close() {
    try (lock) {
      remove(path);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove the temporary folder " + path, e);
    }
  }
}
