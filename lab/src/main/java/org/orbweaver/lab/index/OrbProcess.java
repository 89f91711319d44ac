package org.orbweaver.lab.index;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A command of Orbweaver in a process of its own, as a user types it, with {@code --json}. */
final class OrbProcess implements AutoCloseable {
  private static final String MAIN = "org.orbweaver.cli.Main";
  private static final int STOP_SECONDS = 60;

  private final Process process;
  private final CompletableFuture<String> output;

  private OrbProcess(Process process, Consumer<String> told) {
    this.process = process;
    this.output = CompletableFuture.supplyAsync(() -> all(process), Thread::startVirtualThread);
    Thread.startVirtualThread(() -> forward(process, told));
  }

  /**
   * @param entrance what the command begins with, if it is to run in another place
   * @param told hears every line that it writes to standard error
   */
  static OrbProcess start(List<String> entrance, Consumer<String> told, List<String> words)
      throws IOException {
    List<String> command = new ArrayList<>(entrance);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ownFlags());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), MAIN));
    command.addAll(words);
    command.add("--json");
    return new OrbProcess(new ProcessBuilder(command).start(), told);
  }

  /** What {@code ./orb} starts us with. */
  private static List<String> ownFlags() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(flag -> flag.startsWith("-X") || flag.startsWith("--"))
        .toList();
  }

  private static String all(Process process) {
    try (BufferedReader reader = process.inputReader(UTF_8)) {
      return reader.readAllAsString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void forward(Process process, Consumer<String> told) {
    process.errorReader(UTF_8).lines().forEach(told);
  }

  boolean isRunning() {
    return process.isAlive();
  }

  /** Processor time since its start. */
  Duration processorTime() {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  /** Stops it as Ctrl-C does; what it has printed. */
  String stop() throws IOException, InterruptedException {
    process.toHandle().destroy(); // Process.destroy would close its last words, too
    if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
      throw new IOException("a command did not stop within %d s".formatted(STOP_SECONDS));
    }
    return output.join();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
