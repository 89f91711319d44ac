package org.orbweaver.acceptance;

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

/** Peers of one swarm find each other in a local network: here, that of the loopback interface. */
@Execution(ExecutionMode.CONCURRENT)
class LanPeersTest {
  @TempDir private Path directory;
  private final List<PeerProcess> peers = new ArrayList<>();

  @SuppressWarnings("NullAway.Init") // JUnit injects the directory
  LanPeersTest() {}

  @AfterEach
  void end() {
    peers.forEach(PeerProcess::close);
  }

  private PeerProcess start(int number, String swarm) throws IOException {
    PeerProcess peer =
        PeerProcess.up(
            directory.resolve("peer" + number),
            Endpoint.parse("127.97.2." + number + ":7117"),
            List.of(
                "--lan",
                "--swarm",
                swarm,
                "--report",
                "1",
                "--leave-within",
                "0",
                "--console",
                "-1"));
    peers.add(peer);
    return peer;
  }

  @Test
  void peersOfOneSwarmFindEachOtherAndLeaveThoseOfAnotherAlone() throws Exception {
    PeerProcess one = start(1, "libraries");
    PeerProcess other = start(2, "libraries");
    PeerProcess stranger = start(3, "parks");
    PeerProcess.await(List.of(one, other), it -> it.living() == 2);
    PeerProcess.await(List.of(stranger), it -> it.living() == 1);
    assertThat(stranger.log()).doesNotContain("the LAN has a peer", "another swarm");
    assertThat(one.log() + other.log()).contains("the LAN has a peer").doesNotContain("127.97.2.3");
  }
}
