package org.orbweaver.indexer.torrent;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.orbweaver.wire.bencode.Bytes;

class MetainfoTest {
  @Test
  void whatIsWrittenIsRead() {
    byte[] info = Infos.single("film.mkv", 100_000);

    byte[] file = Metainfo.write(Bytes.of(info), List.of("udp://a.example:1", "udp://b.example:2"));

    assertThat(Metainfo.read(file)).isEqualTo(InfoDictionary.read(info));
    assertThat(new String(file, US_ASCII))
        .startsWith("d8:announce17:udp://a.example:113:announce-listll17:udp://a.example:1e");
  }

  @Test
  void characterSetThatTheFileNamesIsUsed() {
    byte[] info = Infos.single("Привет".getBytes(Charset.forName("KOI8-R")), 1);
    byte[] file =
        Infos.dictionary(d -> d.string("encoding").string("KOI8-R").string("info").raw(info));

    assertThat(Metainfo.read(file))
        .isInstanceOfSatisfying(
            Reading.Accepted.class, a -> assertThat(a.torrent().name()).isEqualTo("Привет"));
  }

  @Test
  void nonsenseCharacterSetIsIgnored() {
    byte[] info = Infos.single("Привет".getBytes(Charset.forName("windows-1251")), 1);
    byte[] file =
        Infos.dictionary(d -> d.string("encoding").string("../x\0").string("info").raw(info));

    assertThat(Metainfo.read(file))
        .isInstanceOfSatisfying(
            Reading.Accepted.class, a -> assertThat(a.torrent().name()).isEqualTo("Привет"));
  }

  @Test
  void fileWithoutInfoIsRefused() {
    assertThat(Metainfo.read("d8:announce1:xe".getBytes(US_ASCII)))
        .isEqualTo(new Reading.Refused(Refusal.NO_INFO));
    assertThat(Metainfo.read("<html>".getBytes(US_ASCII)))
        .isEqualTo(new Reading.Refused(Refusal.NOT_BENCODING));
  }
}
