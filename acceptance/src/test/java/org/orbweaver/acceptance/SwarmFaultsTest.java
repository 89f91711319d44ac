package org.orbweaver.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.orbweaver.app.swarm.PeerStatus;
import org.orbweaver.kademlia.Endpoint;

/**
 * M7: what keeps peers apart is named in a sentence, by {@code orb up} and {@code orb peers}, on
 * both sides where there are two.
 */
@Execution(ExecutionMode.CONCURRENT)
class SwarmFaultsTest {
  @TempDir private Path directory;
  private final List<PeerProcess> peers = new ArrayList<>();

  @SuppressWarnings("NullAway.Init") // JUnit injects the directory
  SwarmFaultsTest() {}

  @AfterEach
  void end() {
    peers.forEach(PeerProcess::close);
  }

  private PeerProcess start(int number, String... more) throws IOException {
    return start(number, List.of(), more);
  }

  private PeerProcess start(int number, List<String> within, String... more) throws IOException {
    List<String> options = new ArrayList<>(List.of("--report", "1", "--leave-within", "0"));
    options.addAll(List.of(more));
    PeerProcess peer =
        PeerProcess.up(
            directory.resolve("peer" + number),
            Endpoint.parse("127.90.1." + number + ":7117"),
            options,
            within);
    peers.add(peer);
    return peer;
  }

  @Test
  void anotherSwarmsNameAndAnAddressWhereNobodyIsAreNamed() throws Exception {
    PeerProcess first = start(1, "--swarm", "libraries");
    PeerProcess other = start(2, "--swarm", "library", "--peers", "127.90.1.1:7117");
    PeerProcess astray = start(3, "--swarm", "libraries", "--peers", "127.90.1.9:7117");
    PeerProcess.await(
        List.of(first), it -> it.log().contains("127.90.1.2:7117 belongs to another swarm"));
    PeerProcess.await(
        List.of(other), it -> it.log().contains("127.90.1.1:7117 belongs to another swarm"));
    PeerProcess.await(
        List.of(astray), it -> it.log().contains("nobody answers at 127.90.1.9:7117"));
    assertThat(PeerProcess.orb(List.of("peers", "--data", astray.data().toString(), "--json")))
        .contains("\"attention\":[\"nobody answers at 127.90.1.9:7117");
    start(9, "--swarm", "libraries");
    PeerProcess.await(List.of(astray), it -> it.living() == 2);
    assertThat(PeerProcess.orb(List.of("peers", "--data", astray.data().toString(), "--json")))
        .contains("\"attention\":[]");
  }

  private static boolean says(PeerProcess peer, String sentence) {
    PeerStatus status = peer.status();
    return status != null && status.attention().stream().anyMatch(it -> it.startsWith(sentence));
  }

  /** Debian's faketime; null where it is not installed. */
  private static @Nullable Path fakeClock() throws IOException {
    try (Stream<Path> libraries = Files.list(Path.of("/usr/lib"))) {
      return libraries
          .map(folder -> folder.resolve("faketime/libfaketime.so.1"))
          .filter(Files::exists)
          .findFirst()
          .orElse(null);
    }
  }

  /** L9. */
  @Test
  void aClockThatIsOffIsNamedOnBothSides() throws Exception {
    Path clock = fakeClock();
    assumeThat(clock).isNotNull();
    PeerProcess right = start(21);
    PeerProcess ahead =
        start(
            22,
            List.of("env", "LD_PRELOAD=" + clock, "FAKETIME=+3h"),
            "--peers",
            "127.90.1.21:7117");
    PeerProcess.await(
        List.of(right), it -> says(it, "the clock of 127.90.1.22:7117 is 3 h 0 min ahead of"));
    PeerProcess.await(
        List.of(ahead), it -> says(it, "the clock of 127.90.1.21:7117 is 3 h 0 min behind"));
  }

  @Test
  void aPeerThatOnlyDatagramsReachIsNamedOnBothSides() throws Exception {
    Endpoint barred = Endpoint.parse("127.90.1.32:7117");
    try (BarredPort network = new BarredPort(barred)) {
      PeerProcess free = start(31, network.within());
      PeerProcess walled = start(32, network.within(), "--peers", "127.90.1.31:7117");
      PeerProcess.await(List.of(free, walled), it -> it.living() == 2);
      Thread seeding = Thread.ofVirtual().start(() -> seedMuch(free));
      PeerProcess.await(
          List.of(free), it -> says(it, barred + " answers by UDP, but cannot be reached by TCP"));
      PeerProcess.await(
          List.of(walled), it -> says(it, "127.90.1.31:7117 cannot reach this peer by TCP"));
      seeding.interrupt();
    }
  }

  /** A crawl whose record is too long for a datagram; it is never on two disks. */
  private static void seedMuch(PeerProcess peer) {
    Random random = new Random(1);
    String seeds =
        IntStream.range(0, 80)
            .mapToObj(i -> "http://127.90.1.99/%016x%016x".formatted(random.nextLong(), i))
            .collect(Collectors.joining(","));
    try {
      PeerProcess.orb(List.of("peers", "--data", peer.data().toString(), "--seed", seeds));
    } catch (IOException | InterruptedException e) {
      // that is what keeps it waiting
    }
  }
}
