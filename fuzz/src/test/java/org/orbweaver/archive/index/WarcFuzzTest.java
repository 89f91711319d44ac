package org.orbweaver.archive.index;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.orbweaver.archive.warc.RecordEncoder;
import org.orbweaver.archive.warc.WarcFiles;
import org.orbweaver.fuzz.PlantedBug;

class WarcFuzzTest {
  private static final Path FOLDER = folder();
  private static final CaptureIndex INDEX = index();

  private static Path folder() {
    try {
      Path folder = Files.createTempDirectory("orb-fuzz-warc-");
      Files.createDirectories(folder.resolve("warc"));
      return folder;
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

  /**
   * A file that came from anywhere is indexed as far as it makes sense: every row's record lies in
   * it, only its end is cut off, and what is left is indexed the same again. The first byte says
   * how the rest lies in the file: as it is, or compressed.
   */
  @FuzzTest
  void index(byte[] input) throws IOException {
    if (input.length == 0) {
      return;
    }
    byte[] rest = Arrays.copyOfRange(input, 1, input.length);
    byte[] bytes = (input[0] & 1) == 0 ? rest : zipped(rest);
    Path file = FOLDER.resolve("warc").resolve("stranger-000001.warc.gz");
    Files.write(file, bytes);
    List<String> rows = rows();
    assertThat(Files.readAllBytes(file)).isEqualTo(Arrays.copyOf(bytes, (int) Files.size(file)));
    assertThat(rows()).isEqualTo(rows);
    PlantedBug.at(rows.stream().anyMatch(row -> !row.contains(" 200 ") && !row.contains(" 304 ")));
  }

  private static List<String> rows() throws IOException {
    try (WarcFiles files =
        new WarcFiles(
            FOLDER.resolve("warc"),
            "ours",
            1 << 20,
            new RecordEncoder(1),
            Map.of(),
            InstantSource.system())) {
      new IndexRebuild(files, INDEX).run();
      long size = Files.size(files.files().lastEntry().getValue());
      List<String> rows = new ArrayList<>();
      INDEX.forEach(
          row -> {
            assertThat(row.place().offset() + row.place().length()).isBetween(1L, size);
            rows.add(row.kind() + " " + row.status() + " " + row.url() + " " + row.place());
          });
      return rows;
    }
  }

  private static byte[] zipped(byte[] plain) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      out.write(plain);
    }
    return bytes.toByteArray();
  }
}
