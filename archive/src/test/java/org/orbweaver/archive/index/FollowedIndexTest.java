package org.orbweaver.archive.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FollowedIndexTest {
  @TempDir Path directory;
  @TempDir Path own;

  private long notes() throws IOException {
    try (Stream<Path> files = Files.list(own)) {
      return files.mapToLong(file -> file.toFile().length()).sum();
    }
  }

  @Test
  void whoFollowsEverySecondForYearsLeavesNoGrowingNotes() throws IOException {
    try (CaptureIndex writer = CaptureIndex.open(directory);
        CaptureIndex reader = CaptureIndex.follow(directory, own)) {
      assertThat(writer.mark()).isNull();
      long before = notes();
      for (int i = 0; i < 2_000; i++) {
        reader.catchUp();
      }
      assertThat(notes() - before).isLessThan(10_000);
    }
  }
}
