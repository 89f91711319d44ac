package org.orbweaver.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.Arrays;
import org.orbweaver.wire.bencode.BencodeReader;
import org.orbweaver.wire.bencode.BencodeWriter;

class BencodeFuzzTest {
  private final BencodeReader reader = new BencodeReader(40, 10_000);
  private final BencodeWriter writer = new BencodeWriter(100);

  /** The reader accepts one spelling of each value only, so what it reads is written the same. */
  @FuzzTest
  void read(byte[] input) {
    reader.open(input, 0, input.length);
    boolean whole = reader.skip();
    int end = reader.position();
    assertThat(reader.failed()).isEqualTo(!whole);

    reader.open(input, 0, input.length);
    writer.clear();
    copy();
    assertThat(reader.failed()).isEqualTo(!whole);
    if (whole) {
      assertThat(reader.position()).isEqualTo(end);
      assertThat(writer.toArray()).isEqualTo(Arrays.copyOf(input, end));
      PlantedBug.at(end > 8 && input[0] == 'd' && input[1] == '2');
    }
  }

  private void copy() {
    switch (reader.peek()) {
      case STRING -> {
        if (reader.readString()) {
          writer.string(reader.string());
        }
      }
      case INTEGER -> {
        if (reader.readInteger()) {
          writer.integer(reader.integer());
        }
      }
      case LIST -> copyList();
      case DICTIONARY -> copyDictionary();
      case NONE -> assertThat(reader.skip()).isFalse();
    }
  }

  private void copyList() {
    reader.enterList();
    writer.beginList();
    while (reader.nextItem()) {
      copy();
    }
    writer.end();
  }

  private void copyDictionary() {
    reader.enterDictionary();
    writer.beginDictionary();
    while (reader.nextKey()) {
      writer.string(reader.string());
      copy();
    }
    writer.end();
  }
}
