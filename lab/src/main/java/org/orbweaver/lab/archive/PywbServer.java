package org.orbweaver.lab.archive;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** pywb over WARC files: as many processes as it is given cores, for each uses one. */
final class PywbServer implements AutoCloseable {
  static final String COLLECTION = "judged";

  private final Path directory;
  private final List<Process> processes = new ArrayList<>();
  private final List<Integer> ports = new ArrayList<>();

  /**
   * @param programs where {@code wayback} and {@code wb-manager} are
   */
  PywbServer(Path programs, Path directory, List<Path> warcs, int cores)
      throws IOException, InterruptedException {
    this.directory = directory;
    Files.createDirectories(directory);
    run(directory, List.of(programs.resolve("wb-manager").toString(), "init", COLLECTION));
    List<String> add =
        new ArrayList<>(List.of(programs.resolve("wb-manager").toString(), "add", COLLECTION));
    warcs.forEach(warc -> add.add(warc.toString()));
    run(directory, add);
    try {
      for (int i = 0; i < cores; i++) {
        int port = freePort();
        processes.add(
            new ProcessBuilder(
                    programs.resolve("wayback").toString(),
                    "-b",
                    "127.0.0.1",
                    "-p",
                    String.valueOf(port))
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("pywb-" + i + ".log").toFile())
                .start());
        ports.add(port);
      }
      for (int port : ports) {
        awaitPort(port);
      }
    } catch (IOException | InterruptedException e) {
      close();
      throw e;
    }
  }

  private static void run(Path directory, List<String> command)
      throws IOException, InterruptedException {
    Path log = directory.resolve("wb-manager.log");
    Process process =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    if (!process.waitFor(600, TimeUnit.SECONDS) || process.exitValue() != 0) {
      process.destroyForcibly();
      throw new IOException("pywb's wb-manager failed: " + Files.readString(log));
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static void awaitPort(int port) throws IOException, InterruptedException {
    for (int i = 0; i < 600; i++) {
      try {
        new Socket(InetAddress.getLoopbackAddress(), port).close();
        return;
      } catch (IOException e) {
        Thread.sleep(200);
      }
    }
    throw new IOException("pywb does not answer on port " + port);
  }

  /** How many captures it has found in the files. */
  long indexed() throws IOException {
    Path index = directory.resolve("collections").resolve(COLLECTION).resolve("indexes/index.cdxj");
    try (Stream<String> lines = Files.lines(index)) {
      return lines.filter(line -> !line.startsWith("!")).count();
    }
  }

  /** The address of the collection's replay, at one process after the other. */
  String replay(int request) {
    return "http://127.0.0.1:" + ports.get(request % ports.size()) + "/" + COLLECTION + "/";
  }

  @Override
  public void close() {
    for (Process process : processes) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }
}
