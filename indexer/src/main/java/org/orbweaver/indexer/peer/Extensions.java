package org.orbweaver.indexer.peer;

import static java.nio.charset.StandardCharsets.US_ASCII;

import org.orbweaver.wire.bencode.BencodeKind;
import org.orbweaver.wire.bencode.BencodeReader;
import org.orbweaver.wire.bencode.BencodeWriter;

/**
 * BEP 10's handshake: which number each side wants for which extension, and how much metadata the
 * peer has (BEP 9).
 *
 * @param metadata the peer's number for {@code ut_metadata}; 0 if it has none
 * @param pex whether it will tell us of other peers (BEP 11)
 * @param size of the metadata; 0 if it has not got it
 */
record Extensions(int metadata, boolean pex, long size) {
  /** Our numbers: what comes to us is marked with them. */
  static final int OUR_METADATA = 1;

  static final int OUR_PEX = 2;

  private static final byte[] M = "m".getBytes(US_ASCII);
  private static final byte[] UT_METADATA = "ut_metadata".getBytes(US_ASCII);
  private static final byte[] UT_PEX = "ut_pex".getBytes(US_ASCII);
  private static final byte[] METADATA_SIZE = "metadata_size".getBytes(US_ASCII);
  private static final String CLIENT = "Orbweaver";

  static void write(BencodeWriter out) {
    out.beginDictionary().string(M).beginDictionary();
    out.string(UT_METADATA).integer(OUR_METADATA).string(UT_PEX).integer(OUR_PEX).end();
    out.string("v").string(CLIENT).end();
  }

  /** Reads what the reader is open at; values of the wrong type count as absent. */
  static Extensions read(BencodeReader reader) {
    long metadata = 0;
    long pex = 0;
    long size = 0;
    reader.enterDictionary();
    while (reader.nextKey()) {
      if (reader.stringIs(METADATA_SIZE)) {
        size = number(reader);
      } else if (reader.stringIs(M) && reader.peek() == BencodeKind.DICTIONARY) {
        reader.enterDictionary();
        while (reader.nextKey()) {
          if (reader.stringIs(UT_METADATA)) {
            metadata = number(reader);
          } else if (reader.stringIs(UT_PEX)) {
            pex = number(reader);
          } else {
            reader.skip();
          }
        }
      } else {
        reader.skip();
      }
    }
    boolean numbered = metadata > 0 && metadata < 256;
    return new Extensions(numbered ? (int) metadata : 0, pex > 0, Math.max(0, size));
  }

  private static long number(BencodeReader reader) {
    if (reader.peek() != BencodeKind.INTEGER) {
      reader.skip();
      return 0;
    }
    return reader.readInteger() ? reader.integer() : 0;
  }
}
