package org.orbweaver.indexer.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.orbweaver.fuzz.PlantedBug;

/** Files that others wrote: what is wrong with a line is said, nothing else is thrown. */
class DumpFuzzTest {
  @FuzzTest
  void postgres(byte[] input) {
    AtomicInteger nulls = new AtomicInteger();
    try {
      PostgresDump.read(
          reader(input),
          (table, columns, values) -> {
            assertThat(table).isNotNull();
            values.forEach(value -> nulls.addAndGet(value == null ? 1 : 0));
            PlantedBug.at(values.size() == 3 && nulls.get() == 3);
          });
    } catch (IOException e) {
      assertThat(e).hasMessageMatching("(?s).+");
    }
  }

  @FuzzTest
  void csv(byte[] input) {
    try {
      CsvTable table = new CsvTable(reader(input));
      ImportedTorrent next;
      do {
        next = line(table);
        PlantedBug.at(next != null && next.entry().size() % 10 == 7);
      } while (next != null);
    } catch (IOException e) {
      assertThat(e).hasMessageMatching("(?s).+");
    }
  }

  private static @Nullable ImportedTorrent line(CsvTable table) throws IOException {
    while (true) {
      try {
        return table.next();
      } catch (IllegalArgumentException e) {
        assertThat(e).hasMessageMatching("(?s).+");
      }
    }
  }

  @FuzzTest
  void json(byte[] input) {
    try {
      ImportedTorrent torrent = TorrentLine.read(text(input));
      assertThat(torrent.entry().name()).isNotEmpty();
      PlantedBug.at(torrent.leechers() > 2);
    } catch (IllegalArgumentException e) {
      assertThat(e).hasMessageMatching("(?s).+");
    }
  }

  private static BufferedReader reader(byte[] input) {
    return new BufferedReader(new StringReader(text(input)));
  }

  private static String text(byte[] input) {
    return new String(input, StandardCharsets.UTF_8);
  }
}
