package org.orbweaver.census.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.census.CrawlOptions;
import org.orbweaver.census.strategy.StrategyName;

class JournalFileTest {
  private static final CensusPlan PLAN =
      CensusPlan.of(StrategyName.SPLIT, CrawlOptions.WHOLE_NETWORK, 7, 1_000_000);
  private static final byte[] BLOCK = "some events".getBytes(UTF_8);

  @TempDir private Path folder;
  private Path path;

  @BeforeEach
  void writeTwoBlocks() throws IOException {
    path = folder.resolve("a.crawl");
    try (JournalFile file = JournalFile.create(path, PLAN)) {
      file.append(BLOCK, BLOCK.length);
      file.append(BLOCK, 4);
    }
  }

  @Test
  void whatIsAppendedIsReadBack() throws IOException {
    try (JournalFile file = JournalFile.open(path)) {
      assertThat(file.plan()).isEqualTo(PLAN);
      assertThat(file.next()).isEqualTo(BLOCK);
      assertThat(file.next()).isEqualTo(Arrays.copyOf(BLOCK, 4));
      assertThat(file.next()).isNull();
    }
  }

  @Test
  void halfABlockAtTheEndIsForgottenWhereverItWasCut() throws IOException {
    byte[] whole = Files.readAllBytes(path);
    int lastBlock = whole.length - 4 - 8;
    for (int length = lastBlock; length < whole.length; length++) {
      Files.write(path, Arrays.copyOf(whole, length));
      try (JournalFile file = JournalFile.open(path)) {
        assertThat(file.next()).isEqualTo(BLOCK);
        assertThat(file.next()).as("cut at %d", length).isNull();
        file.append(BLOCK, BLOCK.length);
      }
      try (JournalFile file = JournalFile.open(path)) {
        file.next();
        assertThat(file.next()).isEqualTo(BLOCK);
      }
    }
  }

  /**
   * As ext4 and XFS leave it when the power fails: the new length is on disk, the bytes are not.
   */
  @Test
  void zerosAtTheEndAreForgottenWhereverTheyBegin() throws IOException {
    byte[] whole = Files.readAllBytes(path);
    int lastBlock = whole.length - 4 - 8;
    for (int length = lastBlock; length < whole.length; length++) {
      byte[] torn = Arrays.copyOf(Arrays.copyOf(whole, length), whole.length + 200_000);
      Files.write(path, torn);
      try (JournalFile file = JournalFile.open(path)) {
        assertThat(file.next()).isEqualTo(BLOCK);
        assertThat(file.next()).as("zeros from %d on", length).isNull();
        file.append(BLOCK, BLOCK.length);
      }
      try (JournalFile file = JournalFile.open(path)) {
        file.next();
        assertThat(file.next()).isEqualTo(BLOCK);
        assertThat(file.next()).isNull();
      }
    }
  }

  @Test
  void twoProcessesDoNotWriteOneJournal() throws IOException {
    try (JournalFile _ = JournalFile.open(path)) {
      assertThatThrownBy(() -> JournalFile.open(path))
          .isInstanceOf(JournalException.class)
          .hasMessageContaining("is in use by another process: stop that first");
    }
    JournalFile.open(path).close();
  }

  @Test
  void damageInTheMiddleIsSaidInOneSentence() throws IOException {
    byte[] bytes = Files.readAllBytes(path);
    bytes[bytes.length - 4 - 8 - 3] ^= 1;
    Files.write(path, bytes);
    try (JournalFile file = JournalFile.open(path)) {
      assertThatThrownBy(file::next)
          .isInstanceOf(JournalException.class)
          .hasMessageContaining("a.crawl is damaged")
          .hasMessageContaining("remove it to start afresh");
    }
  }

  @Test
  void aFileThatIsNoJournalIsRefused() throws IOException {
    Files.writeString(path, "PAR1 or anything else");
    assertThatThrownBy(() -> JournalFile.open(path))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining("damaged");
    Files.writeString(path, "");
    assertThatThrownBy(() -> JournalFile.open(path)).isInstanceOf(JournalException.class);
  }

  @Test
  void aJournalIsNeverOverwritten() {
    assertThatThrownBy(() -> JournalFile.create(path, PLAN))
        .isInstanceOf(FileAlreadyExistsException.class);
  }
}
