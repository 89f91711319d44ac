package org.orbweaver.wire.bencode;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BencodeReaderTest {
  private final BencodeReader reader = new BencodeReader(BencodeReader.MAX_DEPTH, 1_000_000);

  @Test
  void dictionaryIsWalkedKeyByKey() {
    String dictionary = "d3:agei42e4:listl1:a1:be4:name3:Bob4:resti1ee";
    open(dictionary + "trailing");
    assertThat(reader.enterDictionary()).isTrue();
    assertThat(reader.nextKey()).isTrue();
    assertThat(reader.string().text()).isEqualTo("age");
    assertThat(reader.readInteger()).isTrue();
    assertThat(reader.integer()).isEqualTo(42);
    assertThat(reader.nextKey()).isTrue();
    assertThat(reader.peek()).isEqualTo(BencodeKind.LIST);
    assertThat(reader.enterList()).isTrue();
    assertThat(reader.nextItem()).isTrue();
    assertThat(reader.readString()).isTrue();
    assertThat(reader.nextItem()).isTrue();
    assertThat(reader.readString()).isTrue();
    assertThat(reader.string().text()).isEqualTo("b");
    assertThat(reader.nextItem()).isFalse();
    assertThat(reader.nextKey()).isTrue();
    assertThat(reader.readString()).isTrue();
    assertThat(reader.string().text()).isEqualTo("Bob");
    assertThat(reader.nextKey()).isTrue();
    assertThat(reader.skip()).isTrue();
    assertThat(reader.nextKey()).isFalse();
    assertThat(reader.failed()).isFalse();
    assertThat(reader.position()).isEqualTo(dictionary.length());
  }

  @Test
  void verbatimBytesOfASkippedValueAreThoseBetweenTwoPositions() {
    String info = "d6:lengthi7e4:name1:xe";
    open("d4:info" + info + "e");
    reader.enterDictionary();
    reader.nextKey();
    int from = reader.position();
    assertThat(reader.skip()).isTrue();
    assertThat(from).isEqualTo(7);
    assertThat(reader.position()).isEqualTo(7 + info.length());
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, -1, 10, 6881, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 53})
  void integersOfSixtyFourBitsAreRead(long value) {
    open("i" + value + "e");
    assertThat(reader.readInteger()).isTrue();
    assertThat(reader.integer()).isEqualTo(value);
  }

  @ParameterizedTest
  @CsvSource({
    "ie, BAD_INTEGER",
    "i-e, BAD_INTEGER",
    "i-0e, BAD_INTEGER",
    "i00e, BAD_INTEGER",
    "i01e, BAD_INTEGER",
    "i-01e, BAD_INTEGER",
    "i1.5e, BAD_INTEGER",
    "i+1e, BAD_INTEGER",
    "i9223372036854775808e, BAD_INTEGER",
    "i-9223372036854775809e, BAD_INTEGER",
    "i9999999999999999999e, BAD_INTEGER",
    "i99999999999999999999999999e, BAD_INTEGER",
    "i, TRUNCATED",
    "i-, TRUNCATED",
    "i12, TRUNCATED",
    "00:, BAD_LENGTH",
    "01:a, BAD_LENGTH",
    "1a, BAD_LENGTH",
    "2:a, TRUNCATED",
    "1, TRUNCATED",
    "99999999999999999999:a, TRUNCATED",
    "2147483648:a, TRUNCATED",
    "l, TRUNCATED",
    "d, TRUNCATED",
    "d1:a, TRUNCATED",
    "d1:ae, NOT_A_VALUE",
    "di1e1:ae, WRONG_KIND",
    "dle1:ae, WRONG_KIND",
    "dxe, NOT_A_VALUE",
    "e, NOT_A_VALUE",
    "x, NOT_A_VALUE",
    "-1:a, NOT_A_VALUE",
    "'', TRUNCATED"
  })
  void whatIsNoBencodingIsAFaultAndNoException(String input, BencodeFault fault) {
    open(input);
    assertThat(reader.skip()).isFalse();
    assertThat(reader.fault()).isEqualTo(fault);
  }

  @Test
  void firstFaultSticksAndEveryLaterStepAnswersNo() {
    open("d1:ai01e1:b1:xe");
    reader.enterDictionary();
    reader.nextKey();
    assertThat(reader.readInteger()).isFalse();
    assertThat(reader.nextKey()).isFalse();
    assertThat(reader.nextItem()).isFalse();
    assertThat(reader.readString()).isFalse();
    assertThat(reader.skip()).isFalse();
    assertThat(reader.enterList()).isFalse();
    assertThat(reader.peek()).isEqualTo(BencodeKind.NONE);
    assertThat(reader.fault()).isEqualTo(BencodeFault.BAD_INTEGER);
  }

  @Test
  void depthIsLimitedButEveryDepthBelowIsFine() {
    open("l".repeat(64) + "e".repeat(64));
    assertThat(reader.skip()).isTrue();
    open("d1:x".repeat(63) + "le" + "e".repeat(63));
    assertThat(reader.skip()).isTrue();
    open("l".repeat(65) + "e".repeat(65));
    assertThat(reader.skip()).isFalse();
    assertThat(reader.fault()).isEqualTo(BencodeFault.TOO_DEEP);
    open("l".repeat(1_000_000));
    assertThat(reader.skip()).isFalse();
    assertThat(reader.fault()).isEqualTo(BencodeFault.TOO_DEEP);
  }

  @Test
  void numberOfValuesIsLimited() {
    BencodeReader small = new BencodeReader(4, 10);
    byte[] nine = ("l" + "0:".repeat(9) + "e").getBytes(ISO_8859_1);
    small.open(nine, 0, nine.length);
    assertThat(small.skip()).isTrue();
    byte[] ten = ("l" + "0:".repeat(10) + "e").getBytes(ISO_8859_1);
    small.open(ten, 0, ten.length);
    assertThat(small.skip()).isFalse();
    assertThat(small.fault()).isEqualTo(BencodeFault.TOO_MANY_VALUES);
  }

  @Test
  void bytesOutsideTheRangeAreNeverLookedAt() {
    byte[] bytes = "3:abcdef".getBytes(ISO_8859_1);
    reader.open(bytes, 0, 4);
    assertThat(reader.readString()).isFalse();
    reader.open(bytes, 0, 5);
    assertThat(reader.readString()).isTrue();
  }

  @Test
  void whatTheWriterWritesTheReaderReads() {
    for (long seed = 0; seed < 2_000; seed++) {
      BencodeWriter writer = new BencodeWriter(0);
      int values = writeAny(writer, new Random(seed), 0);
      byte[] bytes = writer.toArray();
      reader.open(bytes, 0, bytes.length);
      assertThat(reader.skip()).as("seed %d", seed).isTrue();
      assertThat(reader.position()).as("seed %d", seed).isEqualTo(bytes.length);
      for (int cut = 0; cut < bytes.length; cut += 1 + bytes.length / 50) {
        reader.open(bytes, 0, cut);
        assertThat(reader.skip()).as("seed %d cut at %d", seed, cut).isFalse();
      }
      BencodeReader exact = new BencodeReader(64, values);
      exact.open(bytes, 0, bytes.length);
      assertThat(exact.skip()).as("seed %d", seed).isTrue();
    }
  }

  /** Writes some value and gives the number of values, keys included. */
  private static int writeAny(BencodeWriter writer, Random random, int depth) {
    int values = 1;
    switch (random.nextInt(depth > 6 ? 2 : 4)) {
      case 0 -> writer.integer(random.nextLong() >> random.nextInt(64));
      case 1 -> writer.string(randomBytes(random));
      case 2 -> {
        writer.beginList();
        for (int i = random.nextInt(6); i > 0; i--) {
          values += writeAny(writer, random, depth + 1);
        }
        writer.end();
      }
      default -> {
        writer.beginDictionary();
        for (int i = random.nextInt(6); i > 0; i--) {
          writer.string(Bytes.of(randomBytes(random)));
          values += 1 + writeAny(writer, random, depth + 1);
        }
        writer.end();
      }
    }
    return values;
  }

  private static byte[] randomBytes(Random random) {
    byte[] bytes = new byte[random.nextInt(30)];
    random.nextBytes(bytes);
    return bytes;
  }

  private void open(String input) {
    byte[] bytes = input.getBytes(ISO_8859_1);
    reader.open(bytes, 0, bytes.length);
  }
}
