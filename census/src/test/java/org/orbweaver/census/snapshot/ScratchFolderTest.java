package org.orbweaver.census.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScratchFolderTest {
  @TempDir private Path place;

  @Test
  void isGoneWithAllInItWhenClosed() throws IOException {
    try (ScratchFolder scratch = ScratchFolder.in(place)) {
      Files.writeString(Files.createDirectory(scratch.path().resolve("deep")).resolve("file"), "x");
    }
    assertThat(place).isEmptyDirectory();
  }

  @Test
  void whatAKilledProcessLeftIsRemovedByTheNext() throws IOException {
    Path left = Files.createDirectory(place.resolve(".orb-scratch123"));
    Files.createFile(left.resolve("in-use"));
    Files.writeString(left.resolve("rows"), "half written");
    try (ScratchFolder scratch = ScratchFolder.in(place)) {
      assertThat(scratch.path()).exists();
      assertThat(left).doesNotExist();
    }
  }

  @Test
  void whoIsInterruptedWhileMakingOneLeavesNothing() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> ScratchFolder.in(place)).isInstanceOf(IOException.class);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(place).isEmptyDirectory();
  }

  @Test
  void whatIsInUseStays() throws IOException {
    try (ScratchFolder first = ScratchFolder.in(place);
        ScratchFolder second = ScratchFolder.in(place)) {
      assertThat(first.path()).exists();
      assertThat(second.path()).exists();
    }
  }
}
