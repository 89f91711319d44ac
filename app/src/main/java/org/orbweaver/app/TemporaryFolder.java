package org.orbweaver.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A folder that is there for the time of an experiment. */
public final class TemporaryFolder implements AutoCloseable {
  private final Path folder;

  public TemporaryFolder(String name) throws IOException {
    folder = Files.createTempDirectory(name);
  }

  public String file(String name) {
    return folder.resolve(name).toString();
  }

  @Override
  public void close() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
      for (Path file : deepestFirst) {
        Files.delete(file);
      }
    }
  }
}
