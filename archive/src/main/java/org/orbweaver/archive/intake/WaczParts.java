package org.orbweaver.archive.intake;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Where the files of a WACZ (a zip file) lie in it. By hand, since the platform's zip reader does
 * not tell; WACZ keeps WARC files uncompressed in the zip so that they can be read in place.
 */
public final class WaczParts {
  private static final int END = 0x06054b50;
  private static final int END_64 = 0x06064b50;
  private static final int LOCATOR_64 = 0x07064b50;
  private static final int ENTRY = 0x02014b50;
  private static final int LOCAL = 0x04034b50;
  private static final int END_SIZE = 22;
  private static final int MOST_COMMENT = 0xffff;
  private static final int MOST_ENTRIES = 1_000_000;
  private static final long LARGE = 0xffff_ffffL;

  private WaczParts() {}

  /**
   * @param stored not compressed: its bytes lie there as they are
   */
  public record Entry(String name, boolean stored, long start, long size, long unpacked) {}

  public static List<Entry> of(Path file) throws IOException {
    try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
      long size = in.size();
      int tail = (int) Math.min(size, END_SIZE + MOST_COMMENT);
      ByteBuffer end = read(in, size - tail, tail);
      int at = tail - END_SIZE;
      while (at >= 0 && end.getInt(at) != END) {
        at--;
      }
      if (at < 0) {
        throw new IOException(file + " is no WACZ, or cut off: it has no zip directory at its end");
      }
      long count = end.getShort(at + 10) & 0xffff;
      long length = end.getInt(at + 12) & LARGE;
      long start = end.getInt(at + 16) & LARGE;
      if ((start == LARGE || count == 0xffff) && at >= 20 && end.getInt(at - 20) == LOCATOR_64) {
        ByteBuffer large = read(in, end.getLong(at - 12), 56);
        if (large.getInt(0) != END_64) {
          throw new IOException(file + ": its zip directory is damaged");
        }
        count = large.getLong(32);
        length = large.getLong(40);
        start = large.getLong(48);
      }
      if (count > MOST_ENTRIES || length > 1 << 28 || start < 0 || start + length > size) {
        throw new IOException(file + ": its zip directory makes no sense");
      }
      return entries(in, file, read(in, start, (int) length), (int) count);
    } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
      throw new IOException(file + ": its zip directory is damaged", e);
    }
  }

  private static List<Entry> entries(FileChannel in, Path file, ByteBuffer directory, int count)
      throws IOException {
    List<Entry> entries = new ArrayList<>();
    int at = 0;
    for (int i = 0; i < count; i++) {
      if (directory.getInt(at) != ENTRY) {
        throw new IOException(file + ": its zip directory is damaged");
      }
      int nameLength = directory.getShort(at + 28) & 0xffff;
      int extraLength = directory.getShort(at + 30) & 0xffff;
      int commentLength = directory.getShort(at + 32) & 0xffff;
      byte[] name = new byte[nameLength];
      directory.get(at + 46, name);
      long[] sizes = {
        directory.getInt(at + 24) & LARGE,
        directory.getInt(at + 20) & LARGE,
        directory.getInt(at + 42) & LARGE
      };
      large(directory, at + 46 + nameLength, extraLength, sizes);
      ByteBuffer local = read(in, sizes[2], 30);
      if (local.getInt(0) != LOCAL) {
        throw new IOException(file + ": an entry of its zip directory leads nowhere");
      }
      long start = sizes[2] + 30 + (local.getShort(26) & 0xffff) + (local.getShort(28) & 0xffff);
      if (Math.min(sizes[0], sizes[1]) < 0) {
        throw new IOException(file + ": its zip directory makes no sense");
      }
      if (start > in.size() || sizes[1] > in.size() - start) {
        throw new IOException(file + " is cut off in " + new String(name, StandardCharsets.UTF_8));
      }
      entries.add(
          new Entry(
              new String(name, StandardCharsets.UTF_8),
              directory.getShort(at + 10) == 0,
              start,
              sizes[1],
              sizes[0]));
      at += 46 + nameLength + extraLength + commentLength;
    }
    return entries;
  }

  /** Sizes that do not fit in 32 bits are in an extra field, in this order. */
  private static void large(ByteBuffer directory, int start, int length, long[] sizes) {
    int at = start;
    while (at + 4 <= start + length) {
      int kind = directory.getShort(at) & 0xffff;
      int size = directory.getShort(at + 2) & 0xffff;
      if (kind == 1) {
        int value = at + 4;
        for (int i = 0; i < sizes.length; i++) {
          if (sizes[i] == LARGE && value + 8 <= at + 4 + size) {
            sizes[i] = directory.getLong(value);
            value += 8;
          }
        }
      }
      at += 4 + size;
    }
  }

  private static ByteBuffer read(FileChannel in, long at, int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    while (bytes.hasRemaining() && in.read(bytes, at + bytes.position()) > 0) {
      // until it is full
    }
    return bytes.flip();
  }
}
