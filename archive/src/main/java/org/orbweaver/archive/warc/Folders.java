package org.orbweaver.archive.warc;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Folders whose entries survive a power failure: a synced file that its folder does not name yet is
 * lost all the same.
 */
final class Folders {
  private Folders() {}

  /** With all folders above it that are missing. */
  static void create(Path folder) throws IOException {
    if (Files.isDirectory(folder)) {
      return;
    }
    Path above = folder.toAbsolutePath().getParent();
    if (above != null) {
      create(above);
    }
    Files.createDirectories(folder);
    if (above != null) {
      sync(above);
    }
  }

  /** Puts on disk which files there are in it. */
  static void sync(Path folder) throws IOException {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
