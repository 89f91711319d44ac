package org.orbweaver.archive.warc;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Deflate with the codes every reader knows (RFC 1951 §3.2.6), for the few hundred bytes of a
 * record's header. zlib spends most of such a record on clearing its tables and on codes of its
 * own, which for so short a text save little: for the three headers of a capture (1,600 bytes) it
 * takes 60 µs and makes 990 bytes of them, this takes 14 µs and makes 1,170.
 *
 * <pre>
 *   last (1 bit), kind 1 (2 bits), codes from the least significant bit on, end of block
 * </pre>
 */
final class FixedDeflate {
  private static final int HASH_BITS = 9;
  private static final int SHORTEST = 4;
  private static final int LONGEST = 258;
  private static final int FARTHEST = 32 << 10;
  private static final int END_OF_BLOCK = 256;

  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** Of literals and of match lengths: the code with its bits turned round, and how many. */
  private static final short[] CODES = new short[288];

  private static final byte[] CODE_BITS = new byte[288];

  /** By length: the symbol, what its extra bits start from, and how many they are. */
  private static final short[] LENGTH_SYMBOL = new short[LONGEST + 1];

  private static final short[] LENGTH_BASE = new short[LONGEST + 1];
  private static final byte[] LENGTH_EXTRA = new byte[LONGEST + 1];

  static {
    for (int symbol = 0; symbol < CODES.length; symbol++) {
      int bits = symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8;
      int code =
          symbol < 144
              ? 0x30 + symbol
              : symbol < 256
                  ? 0x190 + symbol - 144
                  : symbol < 280 ? symbol - 256 : 0xc0 + symbol - 280;
      CODE_BITS[symbol] = (byte) bits;
      CODES[symbol] = (short) (Integer.reverse(code) >>> (32 - bits));
    }
    int length = 3;
    for (int symbol = 257; symbol < 285; symbol++) {
      int extra = symbol < 265 ? 0 : (symbol - 261) / 4;
      int base = length;
      for (int i = 0; i < 1 << extra && length < LONGEST; i++, length++) {
        LENGTH_SYMBOL[length] = (short) symbol;
        LENGTH_BASE[length] = (short) base;
        LENGTH_EXTRA[length] = (byte) extra;
      }
    }
    LENGTH_SYMBOL[LONGEST] = 285;
    LENGTH_BASE[LONGEST] = LONGEST;
  }

  private final Spool out;
  private byte[] made = new byte[64];
  private int length;
  private long bits;
  private int count;

  FixedDeflate(Spool out) {
    this.out = out;
  }

  /** One block; matches do not reach behind its start. */
  void block(byte[] text, int start, int end, boolean last) throws IOException {
    made = new byte[(end - start) * 9 / 8 + 32]; // nothing becomes longer than nine bits a byte
    length = 0;
    put(last ? 0b011 : 0b010, 3);
    short[] seen = new short[1 << HASH_BITS];
    int at = start;
    while (at < end) {
      int match = 0;
      int before = 0;
      if (at + SHORTEST <= end) {
        int four = (int) INTS.get(text, at);
        int slot = four * 0x9e3779b1 >>> 32 - HASH_BITS;
        before = start + (seen[slot] & 0xffff) - 1;
        seen[slot] = (short) (at - start + 1);
        if (before >= start && at - before <= FARTHEST && (int) INTS.get(text, before) == four) {
          match = match(text, before, at, end);
        }
      }
      if (match == 0) {
        literal(text[at++] & 0xff);
      } else {
        copy(match, at - before);
        at += match;
      }
    }
    literal(END_OF_BLOCK);
    out.write(made, 0, length);
    length = 0;
  }

  private static int match(byte[] text, int before, int at, int end) {
    int most = Math.min(LONGEST, end - at);
    int same = SHORTEST;
    while (same < most && text[before + same] == text[at + same]) {
      same++;
    }
    return same;
  }

  private void literal(int symbol) {
    put(CODES[symbol] & 0xffff, CODE_BITS[symbol]);
  }

  private void copy(int match, int distance) {
    literal(LENGTH_SYMBOL[match]);
    put(match - LENGTH_BASE[match], LENGTH_EXTRA[match]);
    // Distance codes pair up: two for each number of extra bits, of five bits each.
    int from = distance - 1;
    int extra = Math.max(0, 30 - Integer.numberOfLeadingZeros(from | 1));
    int symbol = extra == 0 ? from : 2 * extra + (from >>> extra);
    put(Integer.reverse(symbol) >>> 27, 5);
    put(from & (1 << extra) - 1, extra);
  }

  private void put(int value, int width) {
    bits |= (long) value << count;
    count += width;
    LONGS.set(made, length, bits);
    length += count >>> 3;
    bits >>>= count & ~7;
    count &= 7;
  }

  /** The start of a stored block, whose length follows on the next byte's boundary. */
  void beginStored(boolean last) throws IOException {
    put(last ? 1 : 0, 3);
    align();
  }

  /** The rest of the last byte is left empty. */
  void align() throws IOException {
    made[length] = (byte) bits;
    out.write(made, 0, length + (count > 0 ? 1 : 0));
    length = 0;
    bits = 0;
    count = 0;
  }
}
