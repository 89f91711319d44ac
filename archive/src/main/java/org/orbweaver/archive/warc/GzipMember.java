package org.orbweaver.archive.warc;

import java.io.IOException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/**
 * One record's gzip member. The level can be changed within it: what is compressed already is
 * stored as it is, a hundred times faster and no larger.
 */
final class GzipMember {
  private static final int NO_LEVEL = Deflater.NO_COMPRESSION;
  private static final byte[] HEADER = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, (byte) 0xff};

  /** Deflaters hold native memory, and starting one costs more than a small record. */
  private static final ArrayBlockingQueue<Deflater> IDLE = new ArrayBlockingQueue<>(64);

  private final Spool out;
  private final Deflater deflater;
  private final CRC32 crc = new CRC32();
  private long length;

  GzipMember(Spool out, int level) throws IOException {
    this.out = out;
    Deflater reused = IDLE.poll();
    deflater = reused == null ? new Deflater(level, true) : reused;
    deflater.setLevel(level);
    out.write(HEADER);
  }

  /** From here on bytes are stored, not compressed. */
  void storeOnly() {
    deflater.setLevel(NO_LEVEL);
  }

  void write(byte[] bytes, int offset, int count) throws IOException {
    crc.update(bytes, offset, count);
    length += count;
    deflater.setInput(bytes, offset, count);
    while (!deflater.needsInput()) {
      out.takeFrom(deflater);
    }
  }

  void write(byte[] bytes) throws IOException {
    write(bytes, 0, bytes.length);
  }

  void finish() throws IOException {
    deflater.finish();
    while (!deflater.finished()) {
      out.takeFrom(deflater);
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
