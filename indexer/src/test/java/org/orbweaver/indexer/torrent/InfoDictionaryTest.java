package org.orbweaver.indexer.torrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.orbweaver.indexer.torrent.Infos.PIECE;
import static org.orbweaver.indexer.torrent.Infos.accepted;
import static org.orbweaver.indexer.torrent.Infos.file;

import java.nio.charset.Charset;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.wire.bencode.BencodeWriter;

class InfoDictionaryTest {
  private static final byte[] ROOT = new byte[Sha256.BYTES];

  static {
    Arrays.fill(ROOT, (byte) 7);
  }

  @Test
  void singleFileHasTheTorrentsNameAsItsPath() {
    byte[] info = Infos.single("film.mkv", 100_000);

    Torrent torrent = accepted(info);

    assertThat(torrent.infohash()).isEqualTo(Sha1.of(info));
    assertThat(torrent.form()).isEqualTo(TorrentForm.V1);
    assertThat(torrent.v2()).isNull();
    assertThat(torrent.name()).isEqualTo("film.mkv");
    assertThat(torrent.files()).containsExactly(new FileEntry("film.mkv", 100_000, null));
    assertThat(torrent.size()).isEqualTo(100_000);
    assertThat(torrent.pieceLength()).isEqualTo(PIECE);
    assertThat(torrent.isPrivate()).isFalse();
    assertThat(torrent.info().toArray()).isEqualTo(info);
  }

  @Test
  void folderListsItsFilesInOrder() {
    Torrent torrent =
        accepted(
            Infos.folder(
                30,
                files -> {
                  file(files, 10, "b", "two.txt");
                  file(files, 20, "a.txt");
                }));

    assertThat(torrent.name()).isEqualTo("folder");
    assertThat(torrent.files())
        .containsExactly(new FileEntry("b/two.txt", 10, null), new FileEntry("a.txt", 20, null));
  }

  @Test
  void privateTorrentIsRecognised() {
    byte[] info =
        Infos.dictionary(
            d -> {
              d.string("length").integer(1).string("name").string("x");
              d.string("piece length").integer(PIECE).string("pieces").string(new byte[20]);
              d.string("private").integer(1);
            });

    assertThat(accepted(info).isPrivate()).isTrue();
  }

  @Test
  void paddingFilesCountForThePiecesButAreNotListed() {
    Torrent torrent =
        accepted(
            Infos.folder(
                3L * PIECE,
                files -> {
                  file(files, 10, "a");
                  files.beginDictionary().string("attr").string("p");
                  files.string("length").integer(PIECE - 10).string("path").beginList();
                  files.string(".pad").string("16374").end().end();
                  file(files, PIECE, "b");
                  file(files, PIECE, "_____padding_file_0_if you see this file");
                }));

    assertThat(torrent.files()).extracting(FileEntry::path).containsExactly("a", "b");
    assertThat(torrent.size()).isEqualTo(PIECE + 10);
  }

  @Test
  void utf8SpellingOfNamesIsPreferred() {
    byte[] info =
        Infos.dictionary(
            d -> {
              d.string("files").beginList().beginDictionary().string("length").integer(5);
              d.string("path").beginList().string("?????").end();
              d.string("path.utf-8").beginList().string("音楽").end().end().end();
              d.string("name").string("???").string("name.utf-8").string("映画");
              d.string("piece length").integer(PIECE).string("pieces").string(new byte[20]);
            });

    assertThat(accepted(info).name()).isEqualTo("映画");
    assertThat(accepted(info).files().getFirst().path()).isEqualTo("音楽");
  }

  @Test
  void v2TorrentIsFoundUnderTheFirstBytesOfItsSha256() {
    byte[] info = Infos.dictionary(d -> v2(d, false, 40_000));

    Torrent torrent = accepted(info);

    assertThat(torrent.form()).isEqualTo(TorrentForm.V2);
    assertThat(torrent.v2()).isEqualTo(Sha256.of(info));
    assertThat(torrent.infohash()).isEqualTo(Sha256.of(info).truncated());
    assertThat(torrent.keys()).containsExactly(torrent.infohash());
    assertThat(torrent.files())
        .containsExactly(
            new FileEntry("docs/read me.txt", 40_000, Sha256.read(ROOT, 0)),
            new FileEntry("z.bin", 0, null));
  }

  @Test
  void hybridIsFoundUnderBothHashes() {
    byte[] info = Infos.dictionary(d -> v2(d, true, 40_000));

    Torrent torrent = accepted(info);

    assertThat(torrent.form()).isEqualTo(TorrentForm.HYBRID);
    assertThat(torrent.keys()).containsExactly(Sha1.of(info), Sha256.of(info).truncated());
    assertThat(torrent.size()).isEqualTo(40_000);
  }

  @Test
  void hybridWhoseHalvesDifferIsRefused() {
    assertRefused(Infos.dictionary(d -> v2(d, true, 39_999)), Refusal.HALVES_DISAGREE);
  }

  /** A folder with two files; the v1 half claims the given size of the first. */
  private static void v2(BencodeWriter d, boolean hybrid, long sizeInV1) {
    d.string("file tree").beginDictionary();
    d.string("docs").beginDictionary().string("read me.txt").beginDictionary();
    d.string("").beginDictionary().string("length").integer(40_000);
    d.string("pieces root").string(ROOT).end().end().end();
    d.string("z.bin").beginDictionary().string("").beginDictionary();
    d.string("length").integer(0).end().end().end();
    if (hybrid) {
      d.string("files").beginList();
      file(d, sizeInV1, "docs", "read me.txt");
      d.beginDictionary().string("attr").string("p");
      d.string("length").integer(3 * PIECE - sizeInV1).string("path").beginList();
      d.string(".pad").string("x").end().end();
      file(d, 0, "z.bin");
      d.end();
    }
    d.string("meta version").integer(2).string("name").string("both");
    d.string("piece length").integer(PIECE);
    if (hybrid) {
      d.string("pieces").string(new byte[60]);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "GBK, 中文电影名称大全",
    "Big5, 繁體中文的電影名稱",
    "Shift_JIS, これは日本語のアニメです",
    "Shift_JIS, 進撃の巨人 第01話",
    "EUC-KR, 한국 드라마 자막 모음",
    "windows-1251, Русский фильм о войне",
    "windows-1252, Café crème à la carte",
    "GBK, [字幕组][进击的巨人][01][GB]"
  })
  void namesInOldCharacterSetsAreRead(String charset, String name) {
    byte[] info = Infos.single(name.getBytes(Charset.forName(charset)), 10);

    assertThat(accepted(info).name()).isEqualTo(name);
  }

  @Test
  void unknownKeysAndOptionalOnesOfTheWrongTypeAreIgnored() {
    byte[] info =
        Infos.dictionary(
            d -> {
              d.string("collections").beginList().string("x").end();
              d.string("length").integer(1).string("name").string("x");
              d.string("piece length").integer(PIECE).string("pieces").string(new byte[20]);
              d.string("private").string("yes").string("source").integer(7);
            });

    assertThat(accepted(info).isPrivate()).isFalse();
  }

  static void assertRefused(byte[] info, Refusal reason) {
    assertThat(InfoDictionary.read(info)).isEqualTo(new Reading.Refused(reason));
  }
}
