package org.orbweaver.lab.up;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.swarm.PeerOrder;
import org.orbweaver.app.swarm.PeerOrders;
import org.orbweaver.app.swarm.PeerStatus;

/** A swarm of real processes, each an {@code orb up} at a loopback address of its own. */
final class UpSwarm implements AutoCloseable {
  private static final String MAIN = "org.orbweaver.cli.Main";
  private static final int PORT = 7117;
  private static final Duration START = Duration.ofMinutes(3);
  private static final long LOOK_MILLIS = 500;

  private record Member(Path data, Process process) {}

  private final List<Member> members = new ArrayList<>();

  /**
   * @param network the first three numbers of their addresses
   * @param options that all of them are started with
   */
  static UpSwarm start(Path folder, String network, int count, String heap, List<String> options)
      throws IOException, InterruptedException {
    UpSwarm swarm = new UpSwarm();
    try {
      for (int number = 1; number <= count; number++) {
        swarm.members.add(member(folder, network, number, heap, options));
      }
      if (!swarm.await(START, peer -> peer.living() == count)) {
        throw new IOException(
            "the %d peers have not found each other; see %s".formatted(count, folder));
      }
    } catch (IOException | InterruptedException | RuntimeException e) {
      swarm.close();
      throw e;
    }
    return swarm;
  }

  private static Member member(
      Path folder, String network, int number, String heap, List<String> options)
      throws IOException {
    Path data = folder.resolve("peer" + number);
    Files.createDirectories(data);
    List<String> command = new ArrayList<>();
    command.addAll(orb(heap));
    command.add("up");
    command.addAll(List.of("--data=" + data, "--bind=" + network + "." + number + ":" + PORT));
    if (number > 1) {
      command.add("--peers=" + network + ".1:" + PORT);
    }
    command.addAll(options);
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("peer" + number + ".log").toFile())
            .start();
    return new Member(data, process);
  }

  private static List<String> orb(String heap) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
    command.addAll(UpProcess.nativeLibraries());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx" + heap));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), MAIN));
    return command;
  }

  /** Another command of the program, whose words go to that file. */
  static Process orb(List<String> arguments, String heap, Path said) throws IOException {
    List<String> command = orb(heap);
    command.addAll(arguments);
    return new ProcessBuilder(command).redirectOutput(said.toFile()).start();
  }

  /** kill -9 of the last. */
  void killLast() throws InterruptedException {
    members.removeLast().process().destroyForcibly().waitFor();
  }

  /** The data directory of the first that lives. */
  Path data() {
    return members.getFirst().data();
  }

  /** Each one's own words; null for one that does not answer. */
  List<@Nullable PeerStatus> status() {
    List<@Nullable PeerStatus> all = new ArrayList<>();
    members.forEach(member -> all.add(status(member)));
    return all;
  }

  private static @Nullable PeerStatus status(Member member) {
    try {
      return PeerOrders.ask(member.data(), new PeerOrder.Status()).status();
    } catch (IOException e) {
      return null;
    }
  }

  /** Of those who answer. */
  List<PeerStatus> living() {
    return status().stream().filter(Objects::nonNull).map(Objects::requireNonNull).toList();
  }

  /** Waits until it holds for all, so long at most; whether it did. */
  boolean await(Duration patience, Predicate<PeerStatus> holds) throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (System.nanoTime() < deadline) {
      List<PeerStatus> all = living();
      if (all.size() == members.size() && all.stream().allMatch(holds)) {
        return true;
      }
      Thread.sleep(LOOK_MILLIS);
    }
    return false;
  }

  @Override
  public void close() {
    members.forEach(member -> member.process().destroy());
    for (Member member : members) {
      try {
        if (!member.process().waitFor(20, TimeUnit.SECONDS)) {
          member.process().destroyForcibly();
        }
      } catch (InterruptedException e) {
        member.process().destroyForcibly();
        Thread.currentThread().interrupt();
      }
    }
  }
}
