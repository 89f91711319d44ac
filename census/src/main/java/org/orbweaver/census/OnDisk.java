package org.orbweaver.census;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Files that are there after a power failure, whole or not at all. */
public final class OnDisk {
  private OnDisk() {}

  /** The bytes first, then the name: a file that has its name is whole. */
  public static void moveIntoPlace(Path unfinished, Path finished) throws IOException {
    try (FileChannel channel = FileChannel.open(unfinished, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
    Files.move(
        unfinished, finished, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    keepName(finished);
  }

  /** A synced file that its folder does not name yet is lost all the same. */
  public static void keepName(Path file) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder != null) {
      try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
        channel.force(true);
      }
    }
  }
}
