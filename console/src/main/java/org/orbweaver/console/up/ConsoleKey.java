package org.orbweaver.console.up;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.function.Consumer;

/** The key that a console beyond loopback wants: drawn once, and kept beside the data. */
public final class ConsoleKey {
  private static final int BYTES = 16;

  private ConsoleKey() {}

  /** Whether others than this machine can reach that address. */
  public static boolean isNeeded(String host) throws IOException {
    return !InetAddress.getByName(host).isLoopbackAddress();
  }

  /** Reads it; a new one is told, once. */
  public static String in(Path file, Consumer<String> say) throws IOException {
    if (Files.exists(file)) {
      return Files.readString(file).strip();
    }
    byte[] bytes = new byte[BYTES];
    new SecureRandom().nextBytes(bytes);
    String key = HexFormat.of().formatHex(bytes);
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(file, key + "\n");
    say.accept("the console's key, also in " + file + ": " + key);
    return key;
  }
}
