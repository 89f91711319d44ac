package org.orbweaver.fetch.http;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Bytes as they came: in memory up to a limit, what follows in a temporary file that has no name,
 * so that a killed process leaves none. One thread writes; afterwards any number may read.
 */
public final class Recording implements AutoCloseable {
  private static final int FIRST = 16 << 10;
  private static final int USUAL = 64 << 10;
  private static final int STEP = 256 << 10;

  private final int memoryLimit;
  private final @Nullable Path folder;
  private byte[] memory = new byte[FIRST];
  private int inMemory;
  private byte @Nullable [] step;
  private @Nullable FileChannel file;
  private long inFile;

  public Recording(int memoryLimit) {
    this(memoryLimit, null);
  }

  /**
   * @param folder for the temporary file; null for the system's
   */
  Recording(int memoryLimit, @Nullable Path folder) {
    this.memoryLimit = Math.max(memoryLimit, FIRST);
    this.folder = folder;
  }

  /**
   * Makes room for a response of this size at once, if it is a usual one. Of a large one only as
   * much as has come is believed.
   */
  void expect(long size) {
    if (size > memory.length && size <= Math.min(USUAL, memoryLimit)) {
      memory = Arrays.copyOf(memory, (int) size);
    }
  }

  /**
   * Reads once from a stream to the end of the recording; −1 at the stream's end.
   *
   * @throws FetchFailure if the recording takes no more: all else is the stream's failure
   */
  int readFrom(InputStream in, long most) throws IOException {
    if (inMemory < memoryLimit) {
      if (inMemory == memory.length) {
        memory = Arrays.copyOf(memory, Math.min(2 * memory.length, memoryLimit));
      }
      int read = in.read(memory, inMemory, (int) Math.min(most, memory.length - inMemory));
      inMemory += Math.max(read, 0);
      return read;
    }
    if (step == null) {
      step = new byte[STEP];
    }
    int read = in.read(step, 0, (int) Math.min(most, step.length));
    if (read > 0) {
      append(ByteBuffer.wrap(step, 0, read));
    }
    return read;
  }

  /** Bytes that came otherwise; only while all is in memory. */
  void add(byte[] bytes) {
    if (inMemory + bytes.length > memory.length) {
      memory = Arrays.copyOf(memory, inMemory + bytes.length);
    }
    System.arraycopy(bytes, 0, memory, inMemory, bytes.length);
    inMemory += bytes.length;
  }

  /** A failing disk must not pass for a server that hung up. */
  private void append(ByteBuffer bytes) throws FetchFailure {
    try {
      if (file == null) {
        file = NamelessFile.open(folder, "orb-page-");
      }
      while (bytes.hasRemaining()) {
        inFile += file.write(bytes, inFile);
      }
    } catch (IOException e) {
      throw new FetchFailure(FetchProblem.NO_ROOM, e);
    }
  }

  /** The byte last read but this many; the latest read only. */
  byte lastRead(int read, int index) {
    byte[] from = file == null ? memory : step;
    int base = file == null ? inMemory - read : 0;
    return from == null ? 0 : from[base + index];
  }

  /** Forgets the first bytes: an interim response. Only while all is in memory. */
  void dropFirst(int count) {
    System.arraycopy(memory, count, memory, 0, inMemory - count);
    inMemory -= count;
  }

  /** Forgets what lies behind this size. */
  void cutTo(long size) throws IOException {
    if (size <= inMemory) {
      inMemory = (int) size;
      inFile = 0;
    } else {
      inFile = Math.min(inFile, size - inMemory);
    }
  }

  byte[] memory() {
    return memory;
  }

  int inMemory() {
    return inMemory;
  }

  public long size() {
    return inMemory + inFile;
  }

  /** From this place to the end. */
  public InputStream from(long start) {
    int skip = (int) Math.min(start, inMemory);
    InputStream head = new ByteArrayInputStream(memory, skip, inMemory - skip);
    FileChannel tail = file;
    return tail == null || inFile == 0
        ? head
        : new SequenceInputStream(head, new Tail(tail, start - skip));
  }

  /** The whole in one array where it is in one, not to be changed; null if it is not. */
  public @Nullable ByteBuffer whole() {
    return inFile > 0 ? null : ByteBuffer.wrap(memory, 0, inMemory);
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

  /** Positioned reads, so that several readers do not disturb each other. */
  private final class Tail extends BlockStream {
    private final FileChannel channel;
    private long at;

    Tail(FileChannel channel, long at) {
      this.channel = channel;
      this.at = at;
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
      int most = (int) Math.min(length, inFile - at);
      if (most <= 0) {
        return length == 0 ? 0 : -1;
      }
      int read = channel.read(ByteBuffer.wrap(to, offset, most), at);
      at += Math.max(read, 0);
      return read;
    }
  }
}
