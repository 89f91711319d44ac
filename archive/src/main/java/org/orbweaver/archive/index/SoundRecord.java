package org.orbweaver.archive.index;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;

/** Reads WARC records that may be anything: of a torn or damaged file, or a stranger's. */
final class SoundRecord {
  private static final int[] GZIP = {0x1f, 0x8b, 8};

  private SoundRecord() {}

  /** The library meets some nonsense with unchecked exceptions. */
  static Optional<WarcRecord> next(WarcReader reader) throws IOException {
    try {
      return reader.next();
    } catch (RuntimeException e) {
      throw new IOException("a record that makes no sense", e);
    }
  }

  /** What a record says, or null if that makes no sense: it is kept, but cannot be found. */
  static <T> @Nullable T reading(Callable<@Nullable T> reading) {
    try {
      return reading.call();
    } catch (UncheckedIOException e) {
      throw e; // the index's failure
    } catch (Exception e) {
      return null;
    }
  }

  /** Where the next record begins that can be read to its end; −1 if none does. */
  static long behind(Path file, long place) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
        InputStream in =
            new BufferedInputStream(
                Channels.newInputStream(channel.position(place + 1)), 64 << 10)) {
      int matched = 0;
      long at = place + 1;
      int next;
      while ((next = in.read()) >= 0) {
        at++;
        matched = next == GZIP[matched] ? matched + 1 : next == GZIP[0] ? 1 : 0;
        if (matched == GZIP.length) {
          matched = 0;
          if (isSound(file, at - GZIP.length)) {
            return at - GZIP.length;
          }
        }
      }
      return -1;
    }
  }

  private static boolean isSound(Path file, long start) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ).position(start);
        WarcReader reader = new WarcReader(channel)) {
      Optional<WarcRecord> record = next(reader);
      if (record.isPresent()) {
        record.get().body().consume();
      }
      return record.isPresent();
    } catch (IOException | RuntimeException e) {
      return false;
    }
  }
}
