package org.orbweaver.archive.warc;

import java.io.IOException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import org.jspecify.annotations.Nullable;

/**
 * One record's gzip member. A body that is compressed already is stored in it as it is, in blocks
 * written here, and what stands before it, a few hundred bytes of header, is left to {@link
 * FixedDeflate}; so zlib is asked only where there is something to gain.
 *
 * <pre>
 *   last (1 bit), kind 0 (2 bits), to the byte's end; length (2), its complement (2), bytes
 * </pre>
 *
 * Setting zlib's level to 0 midway does not do: it first compresses at the old level what it was
 * just given, which for a body in one piece is all of it (zlib took 40 % of a crawl's processor
 * time).
 */
final class GzipMember {
  /** Above this level headers, too, are worth zlib's time. */
  private static final int QUICK_UP_TO = 6;

  private static final int SHORT = 4 << 10;
  private static final int LONGEST_BLOCK = 0xffff;
  private static final int FLUSH_STEP = 2 << 10;
  private static final byte[] NOTHING = {};
  private static final byte[] HEADER = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, (byte) 0xff};

  /** Deflaters hold native memory, and starting one costs more than a small record. */
  private static final ArrayBlockingQueue<Deflater> IDLE = new ArrayBlockingQueue<>(64);

  private final Spool out;
  private final int level;
  private final CRC32 crc = new CRC32();
  private @Nullable Deflater deflater;
  private @Nullable FixedDeflate storing;
  private long length;

  GzipMember(Spool out, int level) throws IOException {
    this.out = out;
    this.level = level;
    out.write(HEADER);
  }

  /** A whole record without a body worth compressing. */
  static void ofText(Spool out, int level, byte[] text) throws IOException {
    GzipMember member = new GzipMember(out, level);
    if (level <= QUICK_UP_TO && text.length <= SHORT) {
      member.count(text, 0, text.length);
      FixedDeflate codes = new FixedDeflate(out);
      codes.block(text, 0, text.length, true);
      codes.align();
      member.trailer();
    } else {
      member.write(text);
      member.finish();
    }
  }

  /** This text first, and then bytes that are stored, not compressed. */
  void storeAfter(byte[] text) throws IOException {
    FixedDeflate codes = new FixedDeflate(out);
    if (level <= QUICK_UP_TO) {
      count(text, 0, text.length);
      codes.block(text, 0, text.length, false);
    } else {
      write(text);
      flush(deflater());
    }
    storing = codes;
  }

  /** To a byte's end. */
  private void flush(Deflater zlib) throws IOException {
    byte[] step = new byte[FLUSH_STEP];
    int made;
    do {
      made = zlib.deflate(step, 0, step.length, Deflater.SYNC_FLUSH);
      out.write(step, 0, made);
    } while (made == step.length);
  }

  private Deflater deflater() {
    Deflater mine = deflater;
    if (mine == null) {
      mine = IDLE.poll();
      mine = mine == null ? new Deflater(level, true) : mine;
      mine.setLevel(level);
      deflater = mine;
    }
    return mine;
  }

  private void count(byte[] bytes, int offset, int count) {
    crc.update(bytes, offset, count);
    length += count;
  }

  private void store(FixedDeflate blocks, byte[] bytes, int offset, int count, boolean last)
      throws IOException {
    int at = 0;
    do {
      int size = Math.min(LONGEST_BLOCK, count - at);
      blocks.beginStored(last && at + size == count);
      out.write(new byte[] {(byte) size, (byte) (size >> 8), (byte) ~size, (byte) (~size >> 8)});
      out.write(bytes, offset + at, size);
      at += size;
    } while (at < count);
  }

  void write(byte[] bytes, int offset, int count) throws IOException {
    count(bytes, offset, count);
    if (storing != null) {
      store(storing, bytes, offset, count, false);
      return;
    }
    Deflater zlib = deflater();
    zlib.setInput(bytes, offset, count);
    while (!zlib.needsInput()) {
      out.takeFrom(zlib);
    }
  }

  void write(byte[] bytes) throws IOException {
    write(bytes, 0, bytes.length);
  }

  void finish() throws IOException {
    if (storing != null) {
      store(storing, NOTHING, 0, 0, true);
    } else {
      Deflater zlib = deflater();
      zlib.finish();
      while (!zlib.finished()) {
        out.takeFrom(zlib);
      }
    }
    trailer();
    if (deflater != null) {
      deflater.reset();
      if (!IDLE.offer(deflater)) {
        deflater.end();
      }
    }
  }

  private void trailer() throws IOException {
    byte[] trailer = new byte[8];
    put(trailer, 0, crc.getValue());
    put(trailer, 4, length);
    out.write(trailer);
  }

  private static void put(byte[] to, int at, long value) {
    for (int i = 0; i < 4; i++) {
      to[at + i] = (byte) (value >> (8 * i));
    }
  }
}
