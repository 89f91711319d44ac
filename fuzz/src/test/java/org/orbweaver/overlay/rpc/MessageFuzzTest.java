package org.orbweaver.overlay.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.Arrays;
import java.util.Objects;
import org.orbweaver.fuzz.PlantedBug;

/** Lives in the package it fuzzes: the spelling of messages is nobody else's business. */
class MessageFuzzTest {
  /** As it comes out of the seal: the first byte says how it was packed. */
  @FuzzTest
  void packed(byte[] input) {
    if (input.length < Rpc.HEADER) {
      return;
    }
    byte[] plain = Compression.unpack(input[0], input);
    if (plain != null) {
      assertThat(plain.length).isLessThanOrEqualTo(4 << 20);
      boolean sound = read(plain);
      PlantedBug.at((input[0] & Compression.DEFLATED) != 0 && plain.length > 21 && !sound);
    }
  }

  @FuzzTest
  void plain(byte[] input) {
    read(input);
  }

  /** A message, or nothing; and a message is written as one that is read the same. */
  private static boolean read(byte[] plain) {
    RpcMessage message = MessageCodec.read(new ByteReader(plain, 0, plain.length));
    if (message == null) {
      return false;
    }
    ByteWriter out = new ByteWriter();
    MessageCodec.write(message, out);
    byte[] written = out.toBytes();
    RpcMessage again =
        Objects.requireNonNull(MessageCodec.read(new ByteReader(written, 0, written.length)));
    ByteWriter twice = new ByteWriter();
    MessageCodec.write(again, twice);
    assertThat(Arrays.equals(twice.toBytes(), written)).isTrue();
    PlantedBug.at(message instanceof RpcMessage.Lend lend && lend.ticket() != 0);
    return true;
  }
}
