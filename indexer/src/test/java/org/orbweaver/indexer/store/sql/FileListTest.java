package org.orbweaver.indexer.store.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.orbweaver.indexer.store.ListedFile;

class FileListTest {
  @Test
  void whatIsEncodedComesBack() {
    for (int seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      List<ListedFile> files = new ArrayList<>();
      int count = random.nextInt(60);
      for (int i = 0; i < count; i++) {
        String folder = random.nextBoolean() ? "Season 1/" : "字幕/é𝔸/";
        files.add(new ListedFile(folder + random.nextInt(50) + ".mkv", random.nextLong() >>> 1));
      }
      assertThat(FileList.decode(FileList.encode(files))).as("seed %d", seed).isEqualTo(files);
    }
  }

  @Test
  void aSeriesTakesAFewBytesPerFile() {
    List<ListedFile> files = new ArrayList<>();
    for (int i = 1; i <= 30; i++) {
      files.add(
          new ListedFile(
              String.format("Show.S01E%02d.1080p.WEB.h264-GROUP.mkv", i), 1_000_000_000L + i));
    }
    assertThat(FileList.encode(files)).hasSizeLessThan(300);
  }

  @Test
  void aDamagedListIsToldAsSuch() {
    byte[] blob = FileList.encode(List.of(new ListedFile("a/b", 1)));
    blob[blob.length / 2] ^= 0x55;
    assertThatThrownBy(() -> FileList.decode(blob)).isInstanceOf(RuntimeException.class);
    assertThatThrownBy(() -> FileList.decode(new byte[] {9}))
        .hasMessageContaining("newer Orbweaver");
  }
}
