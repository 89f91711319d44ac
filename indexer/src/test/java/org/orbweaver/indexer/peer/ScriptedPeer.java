package org.orbweaver.indexer.peer;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Arrays;
import org.orbweaver.kademlia.Key;
import org.orbweaver.wire.bencode.BencodeWriter;
import org.orbweaver.wire.bencode.Bytes;

/** The bytes that peers, honest and otherwise, say. */
final class ScriptedPeer {
  static final int THEIR_METADATA = 3;

  private ScriptedPeer() {}

  static byte[] handshake(Key infohash) {
    BencodeWriter out = new BencodeWriter(68);
    Handshake.write(out, infohash, Key.MAX);
    return out.toArray();
  }

  /** BEP 10's handshake of a peer with so much metadata. */
  static byte[] extensions(long size) {
    return extended(
        0,
        "d1:md11:ut_metadatai" + THEIR_METADATA + "e6:ut_pexi5ee13:metadata_sizei" + size + "ee",
        new byte[0]);
  }

  static byte[] extended(int number, String dictionary, byte[] rest) {
    byte[] text = dictionary.getBytes(ISO_8859_1);
    return new BencodeWriter(100)
        .raw(2 + text.length + rest.length, 4)
        .raw(20, 1)
        .raw(number, 1)
        .raw(text)
        .raw(rest)
        .toArray();
  }

  static byte[] piece(byte[] metadata, int piece) {
    int from = piece * MetadataMessage.PIECE;
    int to = Math.min(metadata.length, from + MetadataMessage.PIECE);
    return extended(
        Extensions.OUR_METADATA,
        "d8:msg_typei1e5:piecei" + piece + "e10:total_sizei" + metadata.length + "ee",
        Arrays.copyOfRange(metadata, from, to));
  }

  static byte[] reject(int piece) {
    return extended(Extensions.OUR_METADATA, "d8:msg_typei2e5:piecei" + piece + "ee", new byte[0]);
  }

  static byte[] join(byte[]... parts) {
    BencodeWriter out = new BencodeWriter(1_000);
    for (byte[] part : parts) {
      out.raw(Bytes.of(part));
    }
    return out.toArray();
  }
}
