package org.orbweaver.archive.intake;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** Where gzip members begin, and whether they are sound: behind damage, reading goes on. */
public final class GzipMembers {
  private static final int STEP = 64 << 10;

  private GzipMembers() {}

  /** The first place not before a position that looks like one; the end if there is none. */
  public static long next(FileChannel file, long from, long end) throws IOException {
    ByteBuffer window = ByteBuffer.allocate(STEP);
    for (long at = from; at < end; at += STEP - 3) {
      window.clear();
      int read = file.read(window, at);
      for (int i = 0; i + 2 < read && at + i < end; i++) {
        if (window.get(i) == 0x1f && window.get(i + 1) == (byte) 0x8b && window.get(i + 2) == 8) {
          return at + i;
        }
      }
      if (read < 3) {
        break;
      }
    }
    return end;
  }

  /**
   * Reads a member to its end and compares its check sum: WARC readers do not.
   *
   * @return where the next one begins; -1 if this one is damaged
   */
  public static long sound(FileChannel file, long start) throws IOException {
    ByteBuffer window = ByteBuffer.allocate(STEP).order(ByteOrder.LITTLE_ENDIAN);
    int head = file.read(window, start);
    if (head < 10 || window.getShort(0) != (short) 0x8b1f || window.get(2) != 8) {
      return -1;
    }
    int flags = window.get(3) & 0xff;
    int data = 10;
    try {
      data += (flags & 4) != 0 ? 2 + (window.getShort(data) & 0xffff) : 0;
      for (int text = Integer.bitCount(flags & 0x18); text > 0; text--) {
        while (window.get(data++) != 0) {
          // a name or comment, ended by a zero
        }
      }
      data += (flags & 2) != 0 ? 2 : 0;
    } catch (IndexOutOfBoundsException e) {
      return -1;
    }
    return (flags & 0xe0) != 0 ? -1 : inflated(file, start + data, window);
  }

  private static long inflated(FileChannel file, long start, ByteBuffer window) throws IOException {
    CRC32 sum = new CRC32();
    byte[] out = new byte[STEP];
    long at = start;
    try (Inflater inflater = new Inflater(true)) {
      while (!inflater.finished()) {
        if (inflater.needsInput()) {
          window.clear();
          int read = file.read(window, at);
          if (read <= 0) {
            return -1;
          }
          at += read;
          inflater.setInput(window.flip());
        }
        sum.update(out, 0, inflater.inflate(out));
      }
      long end = at - inflater.getRemaining();
      window.clear();
      boolean right =
          file.read(window, end) >= 8
              && window.getInt(0) == (int) sum.getValue()
              && window.getInt(4) == (int) inflater.getBytesWritten();
      return right ? end + 8 : -1;
    } catch (DataFormatException e) {
      return -1;
    }
  }
}
