package org.orbweaver.app.dht;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.HexFormat;
import org.orbweaver.wire.bencode.BencodeReader;
import org.orbweaver.wire.bencode.BencodeWriter;
import org.orbweaver.wire.bencode.Bytes;

/** Values of the DHT's items between bencoding and what a person types and reads. */
public final class DhtValue {
  private DhtValue() {}

  /** A text as a bencoded string. */
  public static Bytes of(String text) {
    return Bytes.of(new BencodeWriter(text.length() + 8).string(text).toArray());
  }

  public static String hex(Bytes bytes) {
    return HexFormat.of().formatHex(bytes.toArray());
  }

  /** A string of printable text as that text; anything else as its bencoding in hexadecimal. */
  public static String show(Bytes value) {
    byte[] bytes = value.toArray();
    BencodeReader reader = new BencodeReader(8, 1_000);
    reader.open(bytes, 0, bytes.length);
    if (reader.readString()) {
      try {
        String text =
            UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(bytes, reader.start(), reader.length()))
                .toString();
        // Control characters of a stranger must not reach the terminal.
        if (text.codePoints().noneMatch(Character::isISOControl)) {
          return text;
        }
      } catch (CharacterCodingException e) {
        // No text: shown as bytes below.
      }
    }
    return "hex:" + hex(value);
  }
}
