package org.orbweaver.app.swarm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import org.orbweaver.overlay.keys.PeerKeys;

/** Where a peer's lasting key lies; only its owner may read it. */
final class PeerKeyFile {
  private PeerKeyFile() {}

  /** The key in the file, drawn and written if there is none. */
  static PeerKeys read(Path file, SecureRandom random) throws IOException {
    if (!Files.exists(file)) {
      PeerKeys drawn = PeerKeys.draw(random);
      write(file, drawn.secret());
      return drawn;
    }
    try {
      return PeerKeys.of(Files.readAllBytes(file), random);
    } catch (IllegalArgumentException e) {
      throw new IOException(
          file + " holds no peer's key; remove it, and the peer will draw another", e);
    }
  }

  private static void write(Path file, byte[] bytes) throws IOException {
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(fresh);
    Files.createFile(
        fresh, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.write(fresh, bytes, StandardOpenOption.SYNC);
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
  }
}
