package org.orbweaver.acceptance;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.swarm.PeerOrder;
import org.orbweaver.app.swarm.PeerOrders;
import org.orbweaver.app.swarm.PeerStatus;
import org.orbweaver.cli.Main;
import org.orbweaver.kademlia.Endpoint;

/** A peer in a process of its own, small enough for eight of them on two cores. */
final class PeerProcess implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final Path data;
  private final List<String> program;
  private final List<String> within;
  private Process process;

  private PeerProcess(Path data, List<String> program) throws IOException {
    this(data, program, List.of());
  }

  private PeerProcess(Path data, List<String> program, List<String> within) throws IOException {
    this.data = data;
    this.program = program;
    this.within = within;
    this.process = start();
  }

  /** The program as users start it. */
  static PeerProcess up(Path data, Endpoint address, List<String> options) throws IOException {
    return up(data, address, options, List.of());
  }

  /**
   * The same under another program, such as one that leads it into a namespace.
   *
   * @param within that program and its arguments
   */
  static PeerProcess up(Path data, Endpoint address, List<String> options, List<String> within)
      throws IOException {
    List<String> program = new ArrayList<>(List.of(Main.class.getName(), "up"));
    program.addAll(List.of("--data", data.toString(), "--bind", address.toString()));
    program.addAll(options);
    return new PeerProcess(data, program, within);
  }

  /**
   * The same in a file system of 64 MB, which only that process sees: its log tells what it does.
   */
  static PeerProcess upInSmallFileSystem(Path data, Endpoint address, List<String> options)
      throws IOException {
    return up(
        data,
        address,
        options,
        List.of(
            "unshare",
            "-rm",
            "sh",
            "-c",
            "mount -t tmpfs -o size=64m none \"$0\" && exec \"$@\"",
            data.toString()));
  }

  /** A {@link LinkPeer}. */
  static PeerProcess ofLinks(Path data, Endpoint address, List<String> arguments)
      throws IOException {
    List<String> program =
        new ArrayList<>(List.of(LinkPeer.class.getName(), data.toString(), address.toString()));
    program.addAll(arguments);
    return new PeerProcess(data, program);
  }

  /** A {@link CheatingPeer}. */
  static PeerProcess cheating(Path data, List<String> arguments) throws IOException {
    List<String> program = new ArrayList<>(List.of(CheatingPeer.class.getName(), data.toString()));
    program.addAll(arguments);
    return new PeerProcess(data, program);
  }

  private Process start() throws IOException {
    // Started by nohup, it would be deaf to the signal by which it is asked to read its settings.
    List<String> command = new ArrayList<>(List.of("env", "--default-signal=HUP"));
    command.addAll(within);
    command.addAll(command(program));
    Files.createDirectories(data);
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(
            ProcessBuilder.Redirect.appendTo(
                data.resolveSibling(data.getFileName() + ".log").toFile()))
        .start();
  }

  private static List<String> command(List<String> program) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx96m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path")));
    command.addAll(program);
    return command;
  }

  /** A crawl's exit code when some addresses failed. */
  private static final int SOME_FAILED = 3;

  /** What a command said, and its exit code. */
  record Ended(int code, String said) {}

  /** Runs {@code orb} with these arguments to its end; returns what it says if all is well. */
  static String orb(List<String> arguments) throws IOException, InterruptedException {
    Ended ended = run(arguments);
    if (ended.code() != 0 && ended.code() != SOME_FAILED) {
      throw new IOException("orb " + String.join(" ", arguments) + " says: " + ended.said());
    }
    return ended.said();
  }

  /** Runs {@code orb} with these arguments to its end. */
  static Ended run(List<String> arguments) throws IOException, InterruptedException {
    List<String> program = new ArrayList<>(List.of(Main.class.getName()));
    program.addAll(arguments);
    Process process = new ProcessBuilder(command(program)).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(process.waitFor(), said);
  }

  /** Has all of that crawl brought out of the swarm by this peer; what is said of it. */
  String export(String crawl, Path into) throws IOException, InterruptedException {
    return orb(
        List.of(
            "archive",
            "export",
            into.toString(),
            "--swarm",
            "--crawl",
            crawl,
            "--peer-data",
            data.toString(),
            "--json"));
  }

  Path data() {
    return data;
  }

  Path ledger() {
    return data.resolve("ledger");
  }

  String log() {
    try {
      return Files.readString(data.resolveSibling(data.getFileName() + ".log"));
    } catch (IOException e) {
      return "no log: " + e;
    }
  }

  /** As the peer tells; null while it starts or does not live. */
  @Nullable PeerStatus status() {
    return ask(new PeerOrder.Status());
  }

  /** How many peers it knows to live; 0 if it does not itself. */
  int living() {
    PeerStatus status = status();
    return status == null ? 0 : status.living();
  }

  boolean isIdle() {
    PeerStatus status = status();
    return status != null && status.figures().isIdle();
  }

  /** Waits until it holds for all, some minutes at most. */
  static void await(List<PeerProcess> peers, Predicate<PeerProcess> holds)
      throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!peers.stream().allMatch(holds)) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError(
            peers.stream().map(peer -> peer.status() + "\n").collect(Collectors.joining()));
      }
      Thread.sleep(100);
    }
  }

  /** Null if it does not live, or cannot. */
  @Nullable PeerStatus ask(PeerOrder order) {
    try {
      return PeerOrders.ask(data, order).status();
    } catch (IOException e) {
      return null;
    }
  }

  /** kill -9. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  void restart() throws IOException {
    process = start();
  }

  /** Nothing is left of what it knew, its key included. */
  void eraseDisk() throws IOException {
    try (Stream<Path> files = Files.walk(data)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  /** Asks it to read its settings again, as services are asked. */
  void hangUp() throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-HUP", Long.toString(process.pid())).start().waitFor();
  }

  /** Asks it to end, as Ctrl-C does. */
  void stop() throws InterruptedException {
    process.destroy();
    process.waitFor(20, TimeUnit.SECONDS);
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
