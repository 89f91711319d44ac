package org.orbweaver.census.journal;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.orbweaver.census.CrawlOptions;
import org.orbweaver.census.strategy.StrategyName;
import org.orbweaver.fuzz.PlantedBug;

/** A journal that was copied, cut or written by another program: continued or refused. */
class JournalFuzzTest {
  private static final CensusPlan PLAN =
      CensusPlan.of(StrategyName.SPLIT, CrawlOptions.WHOLE_NETWORK, 7, 1_000_000);
  private static final int LONGEST = 1 << 16;

  private static Path path() throws IOException {
    String name = "orb-fuzz-journal-" + ProcessHandle.current().pid() + ".crawl";
    Path path = Path.of(System.getProperty("java.io.tmpdir"), name);
    Files.deleteIfExists(path);
    return path;
  }

  /** The whole file. */
  @FuzzTest
  void file(byte[] input) throws IOException {
    Path path = path();
    Files.write(path, input);
    try (JournalFile file = JournalFile.open(path)) {
      JournalReplay.of(file);
      PlantedBug.at(Files.size(path) < input.length);
    } catch (JournalException e) {
      assertThat(e).hasMessageContaining(path.toString());
    }
  }

  /** The events in a sound block. */
  @FuzzTest
  void events(byte[] input) throws IOException {
    if (input.length == 0 || input.length > LONGEST) {
      return;
    }
    Path path = path();
    try (JournalFile file = JournalFile.create(path, PLAN)) {
      file.append(input, input.length);
    }
    try (JournalFile file = JournalFile.open(path)) {
      JournalReplay replay = JournalReplay.of(file);
      PlantedBug.at(replay.nodes().size() == 3);
    } catch (JournalException e) {
      assertThat(e).hasMessageContaining("another version");
    }
  }
}
