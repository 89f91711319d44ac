package org.orbweaver.interop;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A program that tests run against, and how to find out whether it is there. */
enum Component {
  LIBTORRENT("/usr/bin/python3", "-c", "import libtorrent"),
  ARIA2("aria2c", "--version"),
  TRANSMISSION("transmission-daemon", "--version"),
  RTORRENT("rtorrent", "-h"),
  NPM("npm", "--version"),
  POSTGRESQL("pg_config", "--bindir"),
  CHROMIUM("chromium", "--version"),
  NGINX("nginx", "-v"),
  WGET("wget", "--version"),
  OPENSSL("openssl", "version"),
  /** Leave to make network namespaces of our own. */
  NAMESPACES("unshare", "-Urn", "true");

  @SuppressWarnings("ImmutableEnumChecker") // List.of is immutable
  private final List<String> probe;

  Component(String... probe) {
    this.probe = List.of(probe);
  }

  boolean isThere() {
    try {
      Process process =
          new ProcessBuilder(probe)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      // Any answer will do, whatever its exit code, but for interpreters it must be a good one.
      boolean answered = process.waitFor(20, TimeUnit.SECONDS);
      process.destroyForcibly();
      return answered && (this == TRANSMISSION || this == RTORRENT || process.exitValue() == 0);
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
