package org.orbweaver.archive.intake;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.orbweaver.archive.access.AccessRules;
import org.orbweaver.archive.index.CaptureIndex;
import org.orbweaver.fuzz.PlantedBug;

/** Archives that others made, taken into a collection: captures, or a sentence, nothing else. */
class IntakeFuzzTest {
  private static final Path FOLDER = folder();
  private static final CaptureIndex INDEX = index();

  /** Inputs are far below the size of which a hundred times is more. */
  private static final long MOST_UNPACKED = 16L << 20;

  private static Path folder() {
    try {
      return Files.createTempDirectory("orb-fuzz-intake-");
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static CaptureIndex index() {
    try {
      return CaptureIndex.open(FOLDER.resolve("index"));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @FuzzTest
  void warc(byte[] input) throws IOException {
    Path file = Files.write(FOLDER.resolve("theirs.warc.gz"), input);
    WarcIntake.Report report = taken(file);
    PlantedBug.at(report.captures() == 1 && report.leftOut() == 1);
  }

  @FuzzTest
  void wacz(byte[] input) throws IOException {
    Path file = Files.write(FOLDER.resolve("theirs.wacz"), input);
    try {
      WarcIntake.Report report = taken(file);
      Path unpacked = FOLDER.resolve("unpacked").resolve("theirs.wacz-archive_a.warc");
      assertThat(Files.exists(unpacked) ? Files.size(unpacked) : 0)
          .isLessThanOrEqualTo(MOST_UNPACKED);
      Files.deleteIfExists(unpacked);
      PlantedBug.at(report.captures() == 1 && !report.problems().isEmpty());
    } catch (IOException e) {
      assertThat(e).hasMessageMatching("(?s).+");
    }
  }

  /** What a list of files says is never more than there is. */
  private static WarcIntake.Report taken(Path file) throws IOException {
    Files.deleteIfExists(FOLDER.resolve(ForeignFiles.FILE));
    Files.deleteIfExists(FOLDER.resolve(AccessRules.FILE));
    ForeignFiles files = ForeignFiles.read(FOLDER);
    WarcIntake intake = new WarcIntake(FOLDER, files, INDEX);
    intake.add(file);
    WarcIntake.Report report = intake.run();
    for (ForeignFiles.Part part : files.parts()) {
      long size = Files.size(part.path());
      assertThat(part.start()).isBetween(0L, size);
      assertThat(part.read()).isBetween(part.start(), size);
      assertThat(part.end()).isBetween(-1L, size);
    }
    return report;
  }
}
