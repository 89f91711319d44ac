package org.orbweaver.wire.krpc;

import org.orbweaver.wire.bencode.Bytes;

/**
 * Where a value lies in its packet, packed into an int so that a message with fifteen of them is
 * still one small object.
 *
 * <pre>
 *   | 16 bits: offset of the first byte | 16 bits: number of bytes |
 * </pre>
 *
 * <p>No value starts at offset 0, where the message's own dictionary does: 0 means absent.
 */
final class Span {
  static final int ABSENT = 0;

  /** The longest packet whose values can be named; UDP has no longer ones. */
  static final int MAX_PACKET = 0xFFFF;

  private Span() {}

  static int of(int offset, int length) {
    return offset << 16 | length;
  }

  static int offset(int span) {
    return span >>> 16;
  }

  static int length(int span) {
    return span & 0xFFFF;
  }

  static int end(int span) {
    return offset(span) + length(span);
  }

  static Bytes bytes(byte[] packet, int span) {
    return span == ABSENT ? Bytes.EMPTY : Bytes.of(packet, offset(span), length(span));
  }

  /** The integer whose digits lie there; the decoder has checked that they fit. */
  static long integer(byte[] packet, int span, long whenAbsent) {
    if (span == ABSENT) {
      return whenAbsent;
    }
    int at = offset(span);
    boolean negative = packet[at] == '-';
    long value = 0;
    for (int i = negative ? at + 1 : at; i < end(span); i++) {
      value = value * 10 + (packet[i] - '0');
    }
    return negative ? -value : value;
  }
}
