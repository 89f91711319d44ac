package org.orbweaver.indexer.torrent;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.orbweaver.indexer.torrent.InfoDictionaryTest.assertRefused;
import static org.orbweaver.indexer.torrent.Infos.PIECE;
import static org.orbweaver.indexer.torrent.Infos.accepted;
import static org.orbweaver.indexer.torrent.Infos.file;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.wire.bencode.BencodeWriter;

/** Info dictionaries made to hurt: each is refused with a reason, or read as harmless text. */
class HostileInfoTest {
  @Test
  void hundredGigabytesClaimedWithoutThePiecesForThemAreRefused() {
    byte[] info =
        Infos.dictionary(
            d -> {
              d.string("length").integer(100_000_000_000L).string("name").string("x");
              d.string("piece length").integer(PIECE).string("pieces").string(new byte[20]);
            });

    assertRefused(info, Refusal.PIECES_DISAGREE);
  }

  @Test
  void stringThatClaimsHundredGigabytesIsRefused() {
    assertRefused("d4:name100000000000:xe".getBytes(ISO_8859_1), Refusal.NOT_BENCODING);
  }

  @Test
  void hundredGigabytesWithTheirPiecesAreOnlyANumber() {
    byte[] info =
        Infos.dictionary(
            d -> {
              d.string("length").integer(100L << 30).string("name").string("x");
              d.string("piece length").integer(1L << 30).string("pieces").string(new byte[2000]);
            });

    assertThat(accepted(info).size()).isEqualTo(100L << 30);
  }

  @ParameterizedTest
  @ValueSource(strings = {"l", "d1:a"})
  void depthBombIsRefused(String level) {
    byte[] info = ("d1:x" + level.repeat(500_000)).getBytes(ISO_8859_1);

    assertRefused(info, Refusal.TOO_DEEP);
  }

  @Test
  void fileTreeDeeperThanAnyPathIsRefused() {
    String tree = "d1:a".repeat(70) + "d0:d6:lengthi1eee" + "e".repeat(70);

    assertRefused(("d9:file tree" + tree + "e").getBytes(ISO_8859_1), Refusal.TOO_DEEP);
  }

  /** Found by fuzzing: whoever looks at what follows a file must not look behind the end. */
  @Test
  void fileTreeThatBreaksOffBehindAFileIsRefused() {
    byte[] info = "d9:file treed1:ad0:d6:lengthi1ee".getBytes(StandardCharsets.US_ASCII);
    assertThat(InfoDictionary.read(info)).isInstanceOf(Reading.Refused.class);
  }

  @Test
  void pathOfThousandFoldersIsRefused() {
    String[] path = new String[1_000];
    Arrays.fill(path, "a");

    assertRefused(Infos.folder(1, files -> file(files, 1, path)), Refusal.TOO_DEEP);
  }

  @Test
  void absurdNumberOfFilesIsRefused() {
    byte[] info =
        Infos.folder(
            0,
            files -> {
              for (int i = 0; i <= InfoDictionary.MOST_FILES; i++) {
                file(files, 0, "a");
              }
            });

    assertRefused(info, Refusal.TOO_LARGE);
  }

  @Test
  void moreBytesThanAnyTorrentHasAreNotEvenRead() {
    assertRefused(new byte[InfoDictionary.LONGEST + 1], Refusal.TOO_LARGE);
  }

  @ParameterizedTest
  @CsvSource({
    "i5e, WRONG_TYPE",
    "le, WRONG_TYPE",
    "'', NOT_BENCODING",
    "d, NOT_BENCODING",
    "de, NO_NAME",
    "d4:name1:xe, BAD_PIECE_LENGTH",
    "d4:name1:x12:piece lengthi0ee, BAD_PIECE_LENGTH",
    "d4:name1:x12:piece lengthi-1ee, BAD_SIZE",
    "d4:name1:x12:piece lengthi99999999999ee, BAD_PIECE_LENGTH",
    "d4:name1:x12:piece length1:9e, WRONG_TYPE",
    "d4:name1:x12:piece lengthi9ee, NO_FILES",
    "d4:name1:x12:piece lengthi9e6:pieces0:e, NO_FILES",
    "d4:name1:x12:piece lengthi9e6:pieces7:1234567e, PIECES_DISAGREE",
    "d4:namei7ee, WRONG_TYPE",
    "d6:lengthi-5e4:name1:xe, BAD_SIZE",
    "d6:length1:54:name1:xe, WRONG_TYPE",
    "d6:lengthi99999999999999999999ee, NOT_BENCODING",
    "d4:name1:x4:name1:ye, DUPLICATE_KEY",
    "d5:filesle5:filesle4:name1:xe, DUPLICATE_KEY",
    "d5:filesd1:ai1eee, WRONG_TYPE",
    "d5:fileslleee, WRONG_TYPE",
    "d5:filesld6:lengthi1eeee, BAD_PATH",
    "d5:filesld6:lengthi1e4:pathleeee, BAD_PATH",
    "d5:filesld6:lengthi1e4:pathli1eeeee, WRONG_TYPE",
    "d5:filesld4:pathl1:aeeee, BAD_SIZE",
    "d5:filesld6:lengthi-1e4:pathl1:aeeee, BAD_SIZE",
    "d5:filesld6:lengthi1e6:lengthi1e4:pathl1:aeeee, DUPLICATE_KEY",
    "d9:file treed0:d6:lengthi1eeee, BAD_PATH",
    "d9:file treed1:ad0:d6:lengthi1ee1:bd0:d6:lengthi1eeeeee, BAD_PATH",
    "d9:file treed1:ad0:deeee, BAD_SIZE",
    "d9:file treed1:ai1eee, WRONG_TYPE",
    "d12:meta versioni3e4:name1:x12:piece lengthi9ee, UNKNOWN_VERSION",
    "d4:name1:xejunk, TRAILING_BYTES",
  })
  void malformedDictionaryIsRefusedWithItsReason(String info, Refusal reason) {
    assertRefused(info.getBytes(ISO_8859_1), reason);
  }

  @Test
  void sizesThatOverflowTogetherAreRefused() {
    byte[] info =
        Infos.dictionary(
            d -> {
              d.string("file tree").beginDictionary();
              for (String name : new String[] {"a", "b"}) {
                d.string(name).beginDictionary().string("").beginDictionary();
                d.string("length").integer(Long.MAX_VALUE).end().end();
              }
              d.end().string("meta version").integer(2).string("name").string("x");
              d.string("piece length").integer(PIECE);
            });

    assertRefused(info, Refusal.BAD_SIZE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "..                | __",
        ".                 | _",
        "''                | _",
        "/etc/passwd       | _etc_passwd",
        "..\\..\\boot.ini  | .._.._boot.ini",
        "a/../../b         | a_.._.._b",
      })
  void pathsStayInsideTheirFolder(String segment, String harmless) {
    Torrent torrent = accepted(Infos.folder(1, files -> file(files, 1, "x", segment, "y")));

    assertThat(torrent.files().getFirst().path()).isEqualTo("x/" + harmless + "/y");
  }

  @ParameterizedTest
  @CsvSource({
    "0000", "0007", "001b", "007f", "0085", "009b", "200b", "200e", "202e", "2066", "2069", "2028",
    "feff", "061c", "ffff"
  })
  void invisibleAndTurningCharactersAreReplaced(String hex) {
    String name = "gpj." + (char) Integer.parseInt(hex, 16) + "exe";

    assertThat(accepted(Infos.single(name, 1)).name()).isEqualTo("gpj.\uFFFDexe");
  }

  @Test
  void markupStaysTheTextItIs() {
    String name = "<script>alert('&')</script>\"";
    String shown = name.replace('/', '_');

    assertThat(accepted(Infos.single(name, 1)).name()).isEqualTo(shown);
  }

  @Test
  void joinersThatWritingNeedsAreKept() {
    String name = "👨‍👩‍👧 می‌خواهم";

    assertThat(accepted(Infos.single(name, 1)).name()).isEqualTo(name);
  }

  @Test
  void endlessNameIsCut() {
    assertThat(accepted(Infos.single("é".repeat(100_000), 1)).name()).hasSize(SafeText.LONGEST);
    assertThat(accepted(Infos.single("x".repeat(100_000), 1)).name()).hasSize(SafeText.LONGEST);
    assertThat(accepted(Infos.single("x" + "😀".repeat(100_000), 1)).name())
        .hasSize(SafeText.LONGEST - 1);
  }

  @Test
  void randomBytesAsNameAlwaysGiveHarmlessText() {
    long seed = 20;
    Random random = new Random(seed);
    for (int i = 0; i < 2_000; i++) {
      byte[] name = new byte[random.nextInt(40)];
      random.nextBytes(name);
      String text = accepted(Infos.single(name, 1)).name();
      assertThat(text)
          .as("seed %d, round %d", seed, i)
          .isNotEmpty()
          .doesNotContainPattern("[\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}\u202A-\u202E\u2066-\u2069/\\\\]");
    }
  }

  @Test
  void mutatedDictionariesNeverThrow() {
    long seed = 21;
    Random random = new Random(seed);
    byte[] honest = Infos.folder(30, files -> twoFiles(files));
    for (int i = 0; i < 5_000; i++) {
      byte[] info = honest.clone();
      for (int j = random.nextInt(4); j >= 0; j--) {
        info[random.nextInt(info.length)] = (byte) random.nextInt(256);
      }
      int length = random.nextInt(4) == 0 ? random.nextInt(info.length) : info.length;
      assertThat(InfoDictionary.read(Arrays.copyOf(info, length)))
          .as("seed %d, round %d", seed, i)
          .isNotNull();
    }
  }

  private static void twoFiles(BencodeWriter files) {
    file(files, 10, "b", "two.txt");
    file(files, 20, "a.txt");
  }
}
