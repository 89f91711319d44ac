package org.orbweaver.fetch.http;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** A temporary file that has lost its name: however the process ends, nothing is left behind. */
public final class NamelessFile {
  private NamelessFile() {}

  /**
   * @param folder where it takes up room; null for the system's temporary folder
   */
  public static FileChannel open(@Nullable Path folder, String prefix) throws IOException {
    Path path =
        folder == null
            ? Files.createTempFile(prefix, ".tmp")
            : Files.createTempFile(folder, prefix, ".tmp");
    FileChannel channel =
        FileChannel.open(
            path,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE);
    Files.deleteIfExists(path);
    return channel;
  }
}
