package org.orbweaver.cli.swarm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
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
    List<String> options = new ArrayList<>(List.of("--report", "1", "--leave-within", "0"));
    options.addAll(List.of(more));
    PeerProcess peer =
        PeerProcess.up(
            directory.resolve("peer" + number),
            Endpoint.parse("127.90.1." + number + ":7117"),
            options);
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
}
