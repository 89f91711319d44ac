package org.orbweaver.app.disk;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Watches the room that is left. Below a floor a peer takes nothing new, while there is still room
 * to give away what it has; a database that has met a full disk does not recover by itself.
 */
final class FreeSpace {
  /** What logs, compactions and the archive may need before the peer has stood down. */
  static final long FLOOR = 256L << 20;

  private static final long LOOK_EVERY = 1_000_000_000L;

  private final FileStore store;
  private final long floor;
  private long lookAt = System.nanoTime();
  private @Nullable String shortage;

  FreeSpace(Path directory, long floor) throws IOException {
    this.store = Files.getFileStore(directory);
    this.floor = floor;
  }

  /** Why nothing new should be written; null while there is room. */
  synchronized @Nullable String shortage() {
    long now = System.nanoTime();
    if (now - lookAt >= 0) {
      lookAt = now + LOOK_EVERY;
      shortage = look();
    }
    return shortage;
  }

  private @Nullable String look() {
    try {
      long free = store.getUsableSpace();
      // Once below, it takes a little more room to go on: otherwise it would come and go.
      long enough = shortage == null ? floor : floor + floor / 4;
      return free >= enough
          ? null
          : "%,d MB are left on its disk, and %,d are the least".formatted(free >> 20, floor >> 20);
    } catch (IOException e) {
      return "its disk does not tell how much room is left: " + e.getMessage();
    }
  }
}
