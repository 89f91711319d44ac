package org.orbweaver.app.dht;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.mainline.NodeState;

class StateFileTest {
  @TempDir private Path folder;

  @Test
  void anEmptyOrBlankFileStartsAfreshInsteadOfStoppingTheNode() throws IOException {
    Path path = folder.resolve("dht.state");
    for (int length : List.of(0, 1, 4096)) {
      Files.write(path, new byte[length]);
      assertThat(new StateFile(path).load()).isEqualTo(NodeState.EMPTY);
    }
    Files.writeString(path, "something else");
    assertThatThrownBy(() -> new StateFile(path).load()).hasMessageContaining("remove it");
  }

  @Test
  void itsBytesAreOnDiskBeforeItsNameAndItsNameThereafter() throws IOException {
    Path path = folder.resolve("dht.state");
    try (Recording recording = new Recording()) {
      recording.enable("jdk.FileForce").withoutThreshold();
      recording.start();
      new StateFile(path).save(NodeState.EMPTY);
      recording.stop();
      Path events = folder.resolve("events.jfr");
      recording.dump(events);
      assertThat(RecordingFile.readAllEvents(events))
          .extracting(event -> event.getString("path"))
          .containsExactly(path + ".new", folder.toString());
    }
    assertThat(new StateFile(path).load()).isEqualTo(NodeState.EMPTY);
  }
}
