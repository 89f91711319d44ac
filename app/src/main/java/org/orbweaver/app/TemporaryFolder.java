package org.orbweaver.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A folder that is deleted with all that is in it when closed, unless the user wants to keep it.
 */
public final class TemporaryFolder implements AutoCloseable {
  private static final int ATTEMPTS = 10;
  private static final Duration PAUSE = Duration.ofMillis(200);

  private final Path folder;
  private final boolean kept;

  public TemporaryFolder(String name) throws IOException {
    this(Files.createTempDirectory(name), false);
  }

  private TemporaryFolder(Path folder, boolean kept) {
    this.folder = folder;
    this.kept = kept;
  }

  /** The folder that the user names, which stays; a temporary one if he names none. */
  public static TemporaryFolder unlessKept(@Nullable Path keep, String name) throws IOException {
    return keep == null
        ? new TemporaryFolder(name)
        : new TemporaryFolder(Files.createDirectories(keep), true);
  }

  public Path path() {
    return folder;
  }

  public String file(String name) {
    return folder.resolve(name).toString();
  }

  @Override
  public void close() throws IOException {
    if (kept) {
      return;
    }
    // Whoever has just been told to end may still write or delete a file meanwhile.
    for (int attempt = 1; !isDeleted(attempt == ATTEMPTS); attempt++) {
      try {
        Thread.sleep(PAUSE);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private boolean isDeleted(boolean last) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
      for (Path file : deepestFirst) {
        Files.deleteIfExists(file);
      }
      return true;
    } catch (IOException | UncheckedIOException e) {
      if (last) {
        throw new IOException("cannot delete all of " + folder + ": " + e.getMessage(), e);
      }
      return false;
    }
  }
}
