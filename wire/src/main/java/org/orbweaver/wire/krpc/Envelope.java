package org.orbweaver.wire.krpc;

import java.nio.charset.StandardCharsets;

/** How our packets end: with our version, and with their kind. */
final class Envelope {
  static final byte[] QUERY_END = end('q');
  static final byte[] REPLY_END = end('r');
  static final byte[] ERROR_END = end('e');

  private Envelope() {}

  /** Our entry in other people's client censuses is OW for Orbweaver, and version 0.1. */
  private static byte[] end(char kind) {
    return ("1:v4:OW\0\0011:y1:" + kind + "e").getBytes(StandardCharsets.US_ASCII);
  }
}
