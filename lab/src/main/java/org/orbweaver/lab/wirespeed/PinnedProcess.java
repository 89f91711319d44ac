package org.orbweaver.lab.wirespeed;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.orbweaver.udp.linux.Affinity;

/**
 * Another JVM on one processor alone, compiler and collector included. It is told and tells a line
 * at a time.
 */
final class PinnedProcess implements AutoCloseable {
  private final Process process;
  private final BufferedReader answers;
  private final BufferedWriter orders;
  private final String name;

  private PinnedProcess(Process process, String name) {
    this.process = process;
    this.name = name;
    answers = process.inputReader(UTF_8);
    orders = process.outputWriter(UTF_8);
  }

  static PinnedProcess start(int processor, String... role) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("--enable-native-access=ALL-UNNAMED");
    command.addAll(ownFlags());
    command.add("-Xmx512m");
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(WireSpeedProcess.class.getName());
    command.addAll(List.of(role));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    BitSet before = Affinity.get();
    try {
      Affinity.set(BitSet.valueOf(new long[] {1L << processor}));
      return new PinnedProcess(builder.start(), role[0]);
    } finally {
      Affinity.set(before);
    }
  }

  /** What {@code ./orb} starts us with: kinds of headers and pages. */
  private static List<String> ownFlags() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("-XX:+Use"))
        .toList();
  }

  /** The numbers of the next line it tells. */
  long[] read() throws IOException {
    String line = answers.readLine();
    if (line == null) {
      throw new IOException("the " + name + " process ended early; its own words are above");
    }
    return Arrays.stream(line.split(" ")).mapToLong(Long::parseLong).toArray();
  }

  long[] ask(String order) throws IOException {
    orders.write(order);
    orders.newLine();
    orders.flush();
    return read();
  }

  Duration processorTime() {
    return process.toHandle().info().totalCpuDuration().orElse(Duration.ZERO);
  }

  @Override
  public void close() {
    try {
      orders.close();
      if (!process.waitFor(2, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      process.destroyForcibly();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
