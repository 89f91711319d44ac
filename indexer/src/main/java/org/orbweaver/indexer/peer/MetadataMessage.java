package org.orbweaver.indexer.peer;

import static java.nio.charset.StandardCharsets.US_ASCII;

import org.orbweaver.wire.bencode.BencodeKind;
import org.orbweaver.wire.bencode.BencodeReader;
import org.orbweaver.wire.bencode.BencodeWriter;

/**
 * A message of BEP 9. Only data carries more: the piece's bytes follow the dictionary.
 *
 * <pre>
 *   {msg_type: 0, piece: 3}                        give me piece 3
 *   {msg_type: 1, piece: 3, total_size: 50000} …   here it is
 *   {msg_type: 2, piece: 3}                        no
 * </pre>
 */
record MetadataMessage(Kind kind, long piece) {
  /** All pieces but the last have so many bytes. */
  static final int PIECE = 16_384;

  enum Kind {
    REQUEST,
    DATA,
    REJECT,
    /** Of a later protocol: BEP 9 says to ignore it. */
    UNKNOWN
  }

  private static final byte[] TYPE = "msg_type".getBytes(US_ASCII);
  private static final byte[] NUMBER = "piece".getBytes(US_ASCII);

  static void writeRequest(BencodeWriter out, int piece) {
    out.beginDictionary().string(TYPE).integer(0).string(NUMBER).integer(piece).end();
  }

  /** Reads what the reader is open at; its position afterwards is where the data begins. */
  static MetadataMessage read(BencodeReader reader) {
    long type = -1;
    long piece = -1;
    reader.enterDictionary();
    while (reader.nextKey()) {
      if (reader.stringIs(TYPE) && reader.peek() == BencodeKind.INTEGER) {
        type = reader.readInteger() ? reader.integer() : -1;
      } else if (reader.stringIs(NUMBER) && reader.peek() == BencodeKind.INTEGER) {
        piece = reader.readInteger() ? reader.integer() : -1;
      } else {
        reader.skip();
      }
    }
    Kind kind =
        switch (Math.clamp(type, -1, 3)) {
          case 0 -> Kind.REQUEST;
          case 1 -> Kind.DATA;
          case 2 -> Kind.REJECT;
          default -> Kind.UNKNOWN;
        };
    return new MetadataMessage(kind, piece);
  }
}
