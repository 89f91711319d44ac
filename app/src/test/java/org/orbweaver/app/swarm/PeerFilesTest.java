package org.orbweaver.app.swarm;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.app.StopSignal;
import org.orbweaver.app.task.LinkTasks;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.node.OverlaySettings;

/** Small files of a peer that somebody has written nonsense into. */
class PeerFilesTest {
  @TempDir private Path data;

  private void start() throws IOException {
    RunningPeer.start(
            new PeerOptions(
                data,
                "files",
                Endpoint.parse("127.82.0.1:0"),
                List.of(),
                OverlaySettings.DEFAULT,
                BuiltInKinds.ALL,
                LinkTasks.NO_WISHES),
            new StopSignal())
        .close();
  }

  /** It hung, for a disk on its way down waited for a loop that was never to begin. */
  @ParameterizedTest
  @CsvSource({"trust.json, '{\"bad'", "access.txt, garbage here", "peer.key, xx"})
  @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void aPeerSaysWhichIsWrongAndEnds(String name, String nonsense) throws IOException {
    start();
    Files.writeString(data.resolve(name), nonsense);
    assertThatThrownBy(this::start).hasMessageContaining(name);
  }
}
