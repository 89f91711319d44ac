package org.orbweaver.archive.warc;

import java.io.IOException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/**
 * One record's gzip member. What is compressed already can be stored in it as it is, in blocks
 * written here:
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
  private static final int LONGEST_BLOCK = 0xffff;
  private static final int FLUSH_STEP = 2 << 10;
  private static final byte[] NOTHING = {};
  private static final byte[] HEADER = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, (byte) 0xff};

  /** Deflaters hold native memory, and starting one costs more than a small record. */
  private static final ArrayBlockingQueue<Deflater> IDLE = new ArrayBlockingQueue<>(64);

  private final Spool out;
  private final Deflater deflater;
  private final CRC32 crc = new CRC32();
  private long length;
  private boolean storing;

  GzipMember(Spool out, int level) throws IOException {
    this.out = out;
    Deflater reused = IDLE.poll();
    deflater = reused == null ? new Deflater(level, true) : reused;
    deflater.setLevel(level);
    out.write(HEADER);
  }

  /** From here on bytes are stored, not compressed. */
  void storeOnly() throws IOException {
    byte[] step = new byte[FLUSH_STEP];
    int made;
    do {
      made = deflater.deflate(step, 0, step.length, Deflater.SYNC_FLUSH); // to a byte's end
      out.write(step, 0, made);
    } while (made == step.length);
    storing = true;
  }

  private void store(byte[] bytes, int offset, int count, boolean last) throws IOException {
    int at = 0;
    do {
      int size = Math.min(LONGEST_BLOCK, count - at);
      boolean end = last && at + size == count;
      out.write(
          new byte[] {
            (byte) (end ? 1 : 0), (byte) size, (byte) (size >> 8), (byte) ~size, (byte) (~size >> 8)
          });
      out.write(bytes, offset + at, size);
      at += size;
    } while (at < count);
  }

  void write(byte[] bytes, int offset, int count) throws IOException {
    crc.update(bytes, offset, count);
    length += count;
    if (storing) {
      store(bytes, offset, count, false);
      return;
    }
    deflater.setInput(bytes, offset, count);
    while (!deflater.needsInput()) {
      out.takeFrom(deflater);
    }
  }

  void write(byte[] bytes) throws IOException {
    write(bytes, 0, bytes.length);
  }

  void finish() throws IOException {
    if (storing) {
      store(NOTHING, 0, 0, true);
    } else {
      deflater.finish();
      while (!deflater.finished()) {
        out.takeFrom(deflater);
      }
    }
    byte[] trailer = new byte[8];
    put(trailer, 0, crc.getValue());
    put(trailer, 4, length);
    out.write(trailer);
    deflater.reset();
    if (!IDLE.offer(deflater)) {
      deflater.end();
    }
  }

  private static void put(byte[] to, int at, long value) {
    for (int i = 0; i < 4; i++) {
      to[at + i] = (byte) (value >> (8 * i));
    }
  }
}
