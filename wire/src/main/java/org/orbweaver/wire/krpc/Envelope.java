package org.orbweaver.wire.krpc;

import java.nio.charset.StandardCharsets;

/** The constant stretches of the packets we write. */
final class Envelope {
  /** Our entry in other people's client censuses: Orbweaver, version 0.1. */
  private static final String VERSION = "OW\0\1";

  static final byte[] QUERY_END = ascii("1:v4:" + VERSION + "1:y1:qe");
  static final byte[] REPLY_END = ascii("1:v4:" + VERSION + "1:y1:re");
  static final byte[] ERROR_END = ascii("1:v4:" + VERSION + "1:y1:ee");
  static final byte[] TRANSACTION = ascii("1:t");

  private Envelope() {}

  static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
