package org.orbweaver.archive.index;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileWriter;

/**
 * Keys and values one behind the other in memory, as many as there is room for, to be written to a
 * file in the order of the keys.
 */
final class SortedRun {
  /** Before each key: its length (2), the value's length (4). */
  private static final int HEAD = 6;

  /** Behind the last key, for who reads eight bytes at once. */
  private static final int SLACK = 8;

  private static final int LONGEST_KEY = 0xffff;

  private static final int FIRST = 1 << 20;

  private final int capacity;
  private byte[] bytes = new byte[FIRST];
  private ByteBuffer out = ByteBuffer.wrap(bytes, 0, FIRST - SLACK);
  private int[] starts = new int[1 << 10];
  private int[] lengths = new int[1 << 10];
  private int count;

  /**
   * @param capacity in bytes, which it grows to as it is filled
   */
  SortedRun(int capacity) {
    this.capacity = capacity;
  }

  boolean isEmpty() {
    return count == 0;
  }

  /** False if there is no room left. */
  boolean add(byte[] key, byte[] value) {
    if (key.length > LONGEST_KEY) {
      throw new IllegalArgumentException("a key of " + key.length + " bytes");
    }
    while (out.remaining() < HEAD + key.length + value.length) {
      if (bytes.length >= capacity) {
        if (count == 0) {
          throw new IllegalArgumentException("a row of " + value.length + " bytes");
        }
        return false;
      }
      grow();
    }
    if (count == starts.length) {
      starts = Arrays.copyOf(starts, 2 * count);
      lengths = Arrays.copyOf(lengths, 2 * count);
    }
    out.putInt(value.length).putShort((short) key.length);
    starts[count] = out.position();
    lengths[count] = key.length;
    out.put(key).put(value);
    count++;
    return true;
  }

  private void grow() {
    int filled = out.position();
    bytes = Arrays.copyOf(bytes, Math.min(capacity, 2 * bytes.length));
    out = ByteBuffer.wrap(bytes, 0, bytes.length - SLACK).position(filled);
  }

  /** Of equal keys the one that was added last counts. */
  void write(SstFileWriter file) throws RocksDBException {
    new KeySort(bytes, starts, lengths, count).sort();
    ByteBuffer key = ByteBuffer.allocateDirect(LONGEST_KEY);
    ByteBuffer value = ByteBuffer.allocateDirect(1 << 10);
    for (int i = 0; i < count; i++) {
      int start = starts[i];
      int length = lengths[i];
      if (i + 1 < count && isSame(i, i + 1)) {
        continue;
      }
      int size = out.getInt(start - HEAD);
      if (size > value.capacity()) {
        value = ByteBuffer.allocateDirect(2 * size);
      }
      file.put(
          key.clear().put(bytes, start, length).flip(),
          value.clear().put(bytes, start + length, size).flip());
    }
  }

  private boolean isSame(int one, int other) {
    return lengths[one] == lengths[other]
        && Arrays.equals(
            bytes,
            starts[one],
            starts[one] + lengths[one],
            bytes,
            starts[other],
            starts[other] + lengths[other]);
  }

  void clear() {
    out.clear().limit(bytes.length - SLACK);
    count = 0;
  }
}
