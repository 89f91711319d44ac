package org.orbweaver.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.List;
import org.orbweaver.indexer.torrent.FileEntry;
import org.orbweaver.indexer.torrent.InfoDictionary;
import org.orbweaver.indexer.torrent.Metainfo;
import org.orbweaver.indexer.torrent.Reading;
import org.orbweaver.indexer.torrent.Torrent;

class InfoDictionaryFuzzTest {
  /** Any bytes are refused or give harmless text; what is accepted survives a .torrent file. */
  @FuzzTest
  void read(byte[] input) {
    if (InfoDictionary.read(input) instanceof Reading.Accepted(Torrent torrent)) {
      assertThat(torrent.name()).isNotEmpty().doesNotContainPattern("[\\p{Cc}/\\\\]");
      assertThat(torrent.files()).isNotEmpty().allMatch(InfoDictionaryFuzzTest::isHarmless);
      assertThat(torrent.size()).isNotNegative();
      PlantedBug.at(torrent.size() % 10 == 7);
      byte[] file = Metainfo.write(torrent.info(), List.of());
      assertThat(Metainfo.read(file)).isEqualTo(new Reading.Accepted(torrent));
    }
  }

  @FuzzTest
  void readFile(byte[] input) {
    Reading reading = Metainfo.read(input);
    assertThat(reading).isNotNull();
    PlantedBug.at(reading instanceof Reading.Accepted(Torrent torrent) && torrent.size() % 10 == 7);
  }

  private static boolean isHarmless(FileEntry file) {
    for (String segment : file.path().split("/", -1)) {
      if (segment.isEmpty() || segment.equals(".") || segment.equals("..")) {
        return false;
      }
    }
    return file.size() >= 0;
  }
}
