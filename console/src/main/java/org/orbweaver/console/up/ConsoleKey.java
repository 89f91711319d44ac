package org.orbweaver.console.up;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.function.Consumer;
import org.orbweaver.census.OnDisk;

/** The key that a console beyond loopback wants: drawn once, and kept beside the data. */
final class ConsoleKey {
  private static final int BYTES = 16;
  private static final int SHORTEST = 16;

  private ConsoleKey() {}

  /** Whether others than this machine can reach that address. */
  static boolean isNeeded(String host) throws IOException {
    return !InetAddress.getByName(host).isLoopbackAddress();
  }

  /** Reads it; a new one is told, once. */
  static String in(Path file, Consumer<String> say) throws IOException {
    if (Files.exists(file)) {
      return kept(file);
    }
    byte[] bytes = new byte[BYTES];
    new SecureRandom().nextBytes(bytes);
    String key = HexFormat.of().formatHex(bytes);
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(fresh);
    Files.createFile(
        fresh, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(fresh, key + "\n");
    OnDisk.moveIntoPlace(fresh, file);
    say.accept("the console's key, also in " + file + ": " + key);
    return key;
  }

  /** An empty file, as a full disk leaves it, must not be a key that everybody has. */
  private static String kept(Path file) throws IOException {
    String key = Files.readString(file).strip();
    if (key.length() < SHORTEST) {
      throw new IOException(
          "%s holds no key of %d characters or more; remove it, and a new one is made"
              .formatted(file, SHORTEST));
    }
    return key;
  }
}
