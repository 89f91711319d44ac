package org.orbweaver.app.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.app.census.SnapshotName;
import org.orbweaver.census.ErrorClass;
import org.orbweaver.census.snapshot.Snapshot;
import org.orbweaver.census.snapshot.SnapshotException;
import org.orbweaver.census.snapshot.SnapshotInfo;
import org.orbweaver.census.snapshot.SnapshotRow;
import org.orbweaver.census.snapshot.SnapshotSchema;
import org.orbweaver.census.snapshot.SnapshotWriter;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.kademlia.Prefix;

/** Parts of a census that strangers took. */
class SwarmCensusTest {
  @TempDir private Path directory;

  @SuppressWarnings("NullAway.Init") // JUnit injects the directory
  SwarmCensusTest() {}

  private static SnapshotInfo info(long nodes) {
    return new SnapshotInfo(
        SnapshotSchema.FORMAT,
        "test",
        "sweep",
        "discover",
        "",
        1,
        2,
        nodes,
        0,
        7,
        6,
        null,
        List.of(),
        null,
        List.of(),
        Map.of());
  }

  private Snapshot part(int nodes) throws IOException {
    try (SnapshotWriter writer = new SnapshotWriter(directory, "theirs")) {
      for (int i = 0; i < nodes; i++) {
        writer.add(
            new SnapshotRow(
                new Key(i, 0, 0),
                Endpoint.v4(0x5000_0000 | i, 6881),
                1,
                2,
                true,
                1_000,
                0,
                true,
                1,
                1,
                ErrorClass.NONE));
      }
      return writer.finish(info(nodes));
    }
  }

  @Test
  void aPartIsCopiedIfItHasTheNodesItSays() throws IOException {
    Snapshot copy =
        SwarmCensus.copy(part(3), Prefix.WHOLE_SPACE, new SnapshotName(directory, "own"));
    assertThat(copy.info().nodes()).isEqualTo(3);
  }

  @Test
  void aPartWithMoreNodesThanItSaysIsRefused() throws IOException {
    Snapshot part = part(3);
    Snapshot lie = new Snapshot(part.name(), part.parquet(), info(2));
    assertThatThrownBy(
            () -> SwarmCensus.copy(lie, Prefix.WHOLE_SPACE, new SnapshotName(directory, "own")))
        .isInstanceOf(SnapshotException.class)
        .hasMessageContaining("more than the 2 nodes it says");
  }
}
