package org.orbweaver.indexer.store.sql;

import java.io.ByteArrayOutputStream;

/** Numbers in as few bytes as they need: seven bits in each, the last one without its highest. */
final class Leb128 {
  private Leb128() {}

  static void write(ByteArrayOutputStream out, long value) {
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      out.write((int) (rest & 0x7f | 0x80));
      rest >>>= 7;
    }
    out.write((int) rest);
  }

  static final class Reader {
    private final byte[] bytes;
    private int at;

    Reader(byte[] bytes) {
      this.bytes = bytes;
    }

    boolean hasNext() {
      return at < bytes.length;
    }

    /** Where the next number, or whatever else follows, begins. */
    int at() {
      return at;
    }

    long next() {
      long value = 0;
      for (int shift = 0; ; shift += 7) {
        byte each = bytes[at++];
        value |= (long) (each & 0x7f) << shift;
        if (each >= 0) {
          return value;
        }
      }
    }
  }
}
