package org.orbweaver.interop;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A foreign program at work, spoken to in lines. Its output is kept, so that a failing test can
 * show it; it is killed at the end of its test, children included.
 */
final class ForeignProgram implements AutoCloseable {
  /** Comes after the last line. */
  private static final String END = "\0";

  private final Process process;
  private final PrintStream input;
  private final LinkedBlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private final List<String> transcript = new ArrayList<>();

  private ForeignProgram(Process process) {
    this.process = process;
    this.input = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
  }

  static ForeignProgram start(List<String> command) throws IOException {
    ForeignProgram program =
        new ForeignProgram(new ProcessBuilder(command).redirectErrorStream(true).start());
    Thread.ofVirtual().start(program::read);
    return program;
  }

  private void read() {
    try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
      String line;
      while ((line = reader.readLine()) != null) {
        synchronized (transcript) {
          transcript.add(line);
        }
        lines.add(line);
      }
    } catch (IOException e) {
      // A killed program's output breaks off; to the reader it has ended all the same.
    } finally {
      lines.add(END);
    }
  }

  long pid() {
    return process.pid();
  }

  void tell(String line) {
    input.println(line);
  }

  /** The rest of the next line that starts with {@code start}; lines before it are passed over. */
  String awaitLine(String start, Duration patience) throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (true) {
      @Nullable String line = lines.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (line == null || line.equals(END)) {
        String when = line == null ? "within " + patience : "before it ended";
        throw new AssertionError(
            "no line '" + start + "…' " + when + "; the program said:\n" + transcript());
      }
      if (line.startsWith(start)) {
        return line.substring(start.length()).strip();
      }
    }
  }

  String transcript() {
    synchronized (transcript) {
      return String.join("\n", transcript);
    }
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
