package org.orbweaver.app.disk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.overlay.lab.DiskContract;
import org.orbweaver.overlay.ledger.Disk;

/**
 * The real disk. A crash is the directory as it stands at that moment, copied: what a killed
 * process would leave behind.
 */
class RocksDiskTest extends DiskContract {
  @TempDir private Path directory;
  private int lives;
  private RocksDisk disk;

  @SuppressWarnings("NullAway.Init") // JUnit injects the directory and opens the disk
  RocksDiskTest() {}

  @BeforeEach
  void open() throws IOException {
    disk = RocksDisk.open(home(), Runnable::run, new SplittableRandom(lives));
  }

  @AfterEach
  void close() {
    disk.close();
  }

  private Path home() {
    return directory.resolve("life" + lives);
  }

  @Override
  protected Disk disk() {
    return disk;
  }

  @Override
  protected void crash() throws IOException {
    Path before = home();
    boolean whole;
    do { // a file may be compacted away while others are copied
      lives++;
      Files.createDirectories(home());
      whole = copyAll(before);
    } while (!whole);
    disk.close();
    open();
  }

  private boolean copyAll(Path before) throws IOException {
    try (Stream<Path> files = Files.list(before)) {
      files.forEach(file -> copy(file, home().resolve(file.getFileName())));
      return true;
    } catch (UncheckedIOException e) {
      if (e.getCause() instanceof NoSuchFileException) {
        return false;
      }
      throw e;
    }
  }

  private static void copy(Path from, Path to) {
    try {
      if (!from.getFileName().toString().equals("LOCK")) {
        Files.copy(from, to);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  protected void syncNow() throws InterruptedException {
    CountDownLatch durable = new CountDownLatch(1);
    disk.sync(durable::countDown);
    assertThat(durable.await(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void theDisksNumberSurvivesACrashButNotItsErasure() throws IOException {
    long serial = disk.serial();
    crash();
    assertThat(disk.serial()).isEqualTo(serial);
    lives = 100;
    disk.close();
    open();
    assertThat(disk.serial()).isNotEqualTo(serial);
  }

  @Test
  void syncsAskedForAtOnceAreShared() throws InterruptedException {
    CountDownLatch durable = new CountDownLatch(1000);
    for (int i = 0; i < 1000; i++) {
      disk.put(entry(i, i, 0, "one of many"));
      disk.sync(durable::countDown);
    }
    assertThat(durable.await(20, TimeUnit.SECONDS)).isTrue();
    assertThat(disk.syncs()).isLessThan(500);
  }
}
