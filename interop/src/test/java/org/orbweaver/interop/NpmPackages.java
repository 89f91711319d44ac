package org.orbweaver.interop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.TimeUnit;

/** npm's packages, installed once into {@code target/npm}, exactly as the lock file names them. */
final class NpmPackages {
  private static final Path DIRECTORY = Path.of("target", "npm").toAbsolutePath();

  private NpmPackages() {}

  static synchronized Path installed() throws IOException, InterruptedException {
    Files.createDirectories(DIRECTORY);
    bring("npm_node.mjs");
    bring("warcio_read.mjs");
    boolean newList = bring("package.json");
    boolean newLock = bring("package-lock.json");
    Path done = DIRECTORY.resolve("node_modules/.package-lock.json");
    if (newList || newLock || !Files.exists(done)) {
      install();
    }
    return DIRECTORY;
  }

  /** Copies a file beside the packages, for node looks for them from there; true if it is new. */
  private static boolean bring(String name) throws IOException {
    Path from = TestNetwork.resource("npm/" + name);
    Path to = DIRECTORY.resolve(name);
    if (Files.exists(to) && Files.mismatch(from, to) == -1) {
      return false;
    }
    Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
    return true;
  }

  private static void install() throws IOException, InterruptedException {
    Path log = DIRECTORY.resolve("npm.log");
    Process npm =
        new ProcessBuilder("npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts")
            .directory(DIRECTORY.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    if (!npm.waitFor(120, TimeUnit.SECONDS) || npm.exitValue() != 0) {
      npm.destroyForcibly();
      throw new IOException("npm ci failed:\n" + Files.readString(log));
    }
  }
}
