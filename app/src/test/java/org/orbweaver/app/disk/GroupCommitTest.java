package org.orbweaver.app.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

class GroupCommitTest {
  /** D3: the thread died, and nobody heard of it. */
  @Test
  void aFailedSyncAcknowledgesNothingAndIsTold() throws InterruptedException {
    List<String> acknowledged = new ArrayList<>();
    CountDownLatch tried = new CountDownLatch(1);
    try (GroupCommit commits =
        new GroupCommit(
            () -> {
              tried.countDown();
              throw new IllegalStateException("no space left on device");
            },
            Runnable::run,
            "test")) {
      commits.sync(() -> acknowledged.add("first"));
      assertThat(tried.await(5, TimeUnit.SECONDS)).isTrue();
      commits.sync(() -> acknowledged.add("second"));
      for (int i = 0; i < 500 && commits.failure() == null; i++) {
        Thread.sleep(10);
      }
      assertThat(commits.failure()).contains("no space left");
    }
    assertThat(acknowledged).isEmpty();
  }

  @Test
  void aDiskOfAnotherFormatIsRefusedInOneSentence(@TempDir Path directory) throws Exception {
    oldDisk(directory);
    assertThatThrownBy(
            () -> RocksDisk.open(directory, Runnable::run, new SplittableRandom(1)).close())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is of format 1")
        .hasMessageContaining("move it away");
  }

  /** As disks were before they had a format number. */
  private static void oldDisk(Path directory) throws RocksDBException {
    RocksDB.loadLibrary();
    try (RocksDB db = RocksDB.open(directory.toString())) {
      db.put("serial".getBytes(java.nio.charset.StandardCharsets.US_ASCII), new byte[8]);
    }
  }

  @Test
  void belowTheFloorThereIsASentence(@TempDir Path directory) throws IOException {
    assertThat(new FreeSpace(directory, 0).shortage()).isNull();
    assertThat(new FreeSpace(directory, Long.MAX_VALUE / 4).shortage()).contains("MB are left");
  }
}
