package org.orbweaver.archive.intake;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** Finds where a gzip member may begin: behind damage, reading goes on there. */
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
}
