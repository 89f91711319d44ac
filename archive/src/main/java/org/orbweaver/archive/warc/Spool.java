package org.orbweaver.archive.warc;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.util.Arrays;
import java.util.zip.Deflater;
import org.jspecify.annotations.Nullable;
import org.orbweaver.fetch.http.NamelessFile;

/** Bytes on their way to a file: few in memory, many in a temporary file without a name. */
final class Spool extends OutputStream {
  private static final int MEMORY = 2 << 20;
  private static final int STEP = 8 << 10;

  private byte[] memory;
  private int inMemory;
  private @Nullable FileChannel file;
  private long inFile;

  /**
   * @param expected bytes, roughly
   */
  Spool(long expected) {
    memory = new byte[(int) Math.min(MEMORY, Math.max(STEP, expected))];
  }

  /** What the deflater has ready, without a buffer between. */
  void takeFrom(Deflater deflater) throws IOException {
    if (file == null && inMemory == memory.length && inMemory < MEMORY) {
      memory = Arrays.copyOf(memory, Math.min(MEMORY, 2 * memory.length));
    }
    if (file == null && inMemory < memory.length) {
      inMemory += deflater.deflate(memory, inMemory, memory.length - inMemory);
      return;
    }
    byte[] step = new byte[STEP];
    write(step, 0, deflater.deflate(step));
  }

  @Override
  public void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    if (file == null && inMemory + length <= MEMORY) {
      if (inMemory + length > memory.length) {
        memory = Arrays.copyOf(memory, Math.max(2 * memory.length, inMemory + length));
      }
      System.arraycopy(bytes, offset, memory, inMemory, length);
      inMemory += length;
      return;
    }
    if (file == null) {
      file = NamelessFile.open(null, "orb-record-");
    }
    ByteBuffer rest = ByteBuffer.wrap(bytes, offset, length);
    while (rest.hasRemaining()) {
      inFile += file.write(rest, inFile);
    }
  }

  long size() {
    return inMemory + inFile;
  }

  /** False if it is not in memory, and nothing was copied. */
  boolean copyTo(ByteBuffer target) {
    if (file != null) {
      return false;
    }
    target.put(memory, 0, inMemory);
    return true;
  }

  void copyTo(WritableByteChannel target) throws IOException {
    ByteBuffer first = ByteBuffer.wrap(memory, 0, inMemory);
    while (first.hasRemaining()) {
      target.write(first);
    }
    long at = 0;
    while (file != null && at < inFile) {
      at += file.transferTo(at, inFile - at, target);
    }
  }

  @Override
  public void close() {
    if (file != null) {
      try {
        file.close();
      } catch (IOException e) {
        // A temporary file without a name: nothing can be lost.
      }
    }
  }
}
