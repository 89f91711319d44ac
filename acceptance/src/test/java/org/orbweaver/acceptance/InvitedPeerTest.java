package org.orbweaver.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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

/** A swarm is joined by a link, and only through the peer that the link means. */
@Execution(ExecutionMode.CONCURRENT)
class InvitedPeerTest {
  @TempDir private Path directory;
  private final List<PeerProcess> peers = new ArrayList<>();

  @SuppressWarnings("NullAway.Init") // JUnit injects the directory
  InvitedPeerTest() {}

  @AfterEach
  void end() {
    peers.forEach(PeerProcess::close);
  }

  private PeerProcess start(int number, String... more) throws IOException {
    List<String> options =
        new ArrayList<>(List.of("--report", "1", "--leave-within", "0", "--console", "-1"));
    options.addAll(List.of(more));
    PeerProcess peer =
        PeerProcess.up(
            directory.resolve("peer" + number),
            Endpoint.parse("127.97.1." + number + ":7117"),
            options);
    peers.add(peer);
    return peer;
  }

  private static String invitation(PeerProcess peer, String... more) throws Exception {
    List<String> arguments =
        new ArrayList<>(List.of("peers", "--data", peer.data().toString(), "--invite"));
    arguments.addAll(List.of(more));
    return PeerProcess.orb(arguments).lines().findFirst().orElseThrow();
  }

  @Test
  void aLinkLeadsIntoThePrivateSwarmAndAnotherKeyAtItsAddressIsNotBelieved() throws Exception {
    PeerProcess host = start(1, "--swarm", "libraries");
    PeerProcess.await(List.of(host), it -> it.living() == 1);
    assertThat(invitation(host)).doesNotContain("libraries");
    String link = invitation(host, "--with-name");
    PeerProcess guest = start(2, "--join", link);
    PeerProcess.await(List.of(host, guest), it -> it.living() == 2);
    assertThat(invitation(guest, "--with-name")).contains("127.97.1.1", "127.97.1.2");

    assertThatThrownBy(() -> up("--join", invitation(host))).hasMessageContaining("--swarm NAME");
    assertThatThrownBy(() -> up("--join", link.substring(0, link.length() - 9)))
        .hasMessageContaining("the invitation is cut off");
    assertThatThrownBy(() -> up("--join", link.replace("libraries", "librarief")))
        .hasMessageContaining("changed on the way");

    guest.kill();
    host.kill();
    host.eraseDisk(); // its key is gone: whoever comes back there is somebody else
    host.restart();
    PeerProcess late = start(3, "--join", link);
    PeerProcess.await(
        List.of(late),
        it ->
            it.log().contains("who answers at 127.97.1.1:7117 is not the peer of the invitation"));
    assertThat(late.living()).isEqualTo(1);
  }

  private String up(String... options) throws Exception {
    List<String> arguments =
        new ArrayList<>(
            List.of("up", "--data", directory.resolve("never").toString(), "--console", "-1"));
    arguments.addAll(List.of(options));
    return PeerProcess.orb(arguments);
  }
}
