package org.orbweaver.wire.krpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.orbweaver.wire.bencode.BencodeReader;

/** Checks that bencoding is whole and that every dictionary's keys ascend. */
final class Canonical {
  private final BencodeReader reader = new BencodeReader(64, 100_000);

  void check(byte[] bytes, int length) {
    reader.open(bytes, 0, length);
    value();
    assertThat(reader.fault()).isNull();
    assertThat(reader.position()).isEqualTo(length);
  }

  private void value() {
    switch (reader.peek()) {
      case STRING -> reader.readString();
      case INTEGER -> reader.readInteger();
      case LIST -> {
        reader.enterList();
        while (reader.nextItem()) {
          value();
        }
      }
      case DICTIONARY -> {
        reader.enterDictionary();
        byte[] last = null;
        while (reader.nextKey()) {
          byte[] key = reader.string().toArray();
          if (last != null) {
            assertThat(Arrays.compareUnsigned(last, key)).isNegative();
          }
          last = key;
          value();
        }
      }
      case NONE -> throw new AssertionError("no value at " + reader.position());
    }
  }
}
