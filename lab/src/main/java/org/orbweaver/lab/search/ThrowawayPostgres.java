package org.orbweaver.lab.search;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.TemporaryFolder;
import org.orbweaver.sim.world.loopback.FreePort;

/**
 * A PostgreSQL cluster in a temporary folder, on a port of 127.0.0.1, gone when closed unless it
 * was to be kept. PostgreSQL refuses to run as root, so root runs it as the user {@code postgres}.
 */
public final class ThrowawayPostgres implements AutoCloseable {
  private static final int START_SECONDS = 60;

  private final TemporaryFolder whole;
  private final Path folder;
  private final boolean kept;
  private final String programs;
  private final int port;

  public ThrowawayPostgres() {
    this(folder(null), false);
  }

  /** One that stays in this folder, and is there again if it was there before. */
  public static ThrowawayPostgres keptIn(Path folder) {
    return new ThrowawayPostgres(folder(folder.toAbsolutePath()), true);
  }

  private ThrowawayPostgres(TemporaryFolder whole, boolean kept) {
    this.whole = whole;
    this.folder = whole.path();
    this.kept = kept;
    try {
      programs = output("pg_config", "--bindir");
      port = FreePort.next();
      if (!Files.exists(Path.of(data()))) {
        create();
      }
      server(
          "pg_ctl",
          "-D",
          data(),
          "-l",
          folder.resolve("log").toString(),
          "-w",
          "-o",
          "-p "
              + port
              + " -k "
              + folder
              + " -c listen_addresses=127.0.0.1 -c shared_buffers=512MB -c max_wal_size=4GB",
          "start");
    } catch (IOException e) {
      throw new UncheckedIOException(
          "cannot start PostgreSQL (install the Debian package postgresql)", e);
    }
  }

  private static TemporaryFolder folder(@Nullable Path keep) {
    try {
      return TemporaryFolder.unlessKept(keep, "orb-postgres");
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make a folder for PostgreSQL", e);
    }
  }

  private void create() throws IOException {
    if (asRoot()) {
      run("chown", "postgres", folder.toString());
    }
    server(
        "initdb", "-D", data(), "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "-N", "-U", "orb");
  }

  public static boolean isInstalled() {
    try {
      return Files.isExecutable(Path.of(output("pg_config", "--bindir"), "initdb"));
    } catch (IOException e) {
      return false;
    }
  }

  /** A fresh database of this name, or the kept one, as a store's address. */
  public String database(String name) {
    if (kept && Files.exists(folder.resolve(name + ".made"))) {
      return address(name);
    }
    try {
      run(
          programs + "/createdb",
          "-h",
          "127.0.0.1",
          "-p",
          Integer.toString(port),
          "-U",
          "orb",
          name);
      if (kept) {
        Files.createFile(folder.resolve(name + ".made"));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make the database " + name, e);
    }
    return address(name);
  }

  private String address(String name) {
    return "jdbc:postgresql://127.0.0.1:" + port + "/" + name + "?user=orb";
  }

  private String data() {
    return folder.resolve("data").toString();
  }

  private void server(String program, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    if (asRoot()) {
      command.addAll(List.of("runuser", "-u", "postgres", "--"));
    }
    command.add(programs + "/" + program);
    command.addAll(List.of(arguments));
    run(command.toArray(String[]::new));
  }

  private static boolean asRoot() {
    return "root".equals(System.getProperty("user.name"));
  }

  private static String output(String... command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    return new String(
            process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8)
        .strip();
  }

  private static void run(String... command) throws IOException {
    Path log = Files.createTempFile("orb-postgres", ".log");
    try {
      // To a file: a server that keeps a pipe open would keep us waiting for its end.
      Process process =
          new ProcessBuilder(command)
              .directory(Path.of("/").toFile())
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      if (!process.waitFor(START_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
        process.destroyForcibly();
        throw new IOException(command[0] + " failed: " + Files.readString(log).strip());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for " + command[0], e);
    } finally {
      Files.deleteIfExists(log);
    }
  }

  @Override
  public void close() {
    try {
      server("pg_ctl", "-D", data(), "-m", kept ? "fast" : "immediate", "stop");
      whole.close();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot clean up after PostgreSQL in " + folder, e);
    }
  }
}
