package org.orbweaver.archive.warc;

import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.orbweaver.fetch.http.FetchLimits;

/**
 * WARC records that somebody else packed. A megabyte of them may unpack to a head of a gigabyte,
 * which the library would gather in memory, or to bodies of terabytes, which whoever looks for a
 * record behind them would unpack. So they are unpacked here, a head no further than {@value
 * #LONGEST_HEAD} bytes and all bodies together no further than is wanted.
 */
public final class StrangersRecords implements AutoCloseable {
  private static final int LONGEST_HEAD = 256 << 10;
  private static final int STEP = 32 << 10;

  /** Honest captures are a response, a few small records and perhaps a robots.txt. */
  private static final long LARGEST_CAPTURE = 4 * FetchLimits.usual().largestResponse();

  private final Allowance plain;
  private final WarcReader reader;
  private final long mostBytes;
  private @Nullable WarcRecord last;
  private long passed;

  /** Those of one capture. */
  public static StrangersRecords ofCapture(InputStream packed) throws IOException {
    return new StrangersRecords(packed, LARGEST_CAPTURE);
  }

  /**
   * @param packed closed with this, also if nothing can be made of it
   * @param mostBytes of all bodies together
   */
  StrangersRecords(InputStream packed, long mostBytes) throws IOException {
    this.mostBytes = mostBytes;
    try {
      this.plain = new Allowance(unpacked(packed));
      this.reader = new WarcReader(plain);
    } catch (IOException | RuntimeException e) {
      packed.close();
      throw e instanceof IOException io ? io : new IOException("these are no WARC records", e);
    }
  }

  private static InputStream unpacked(InputStream packed) throws IOException {
    BufferedInputStream bytes = new BufferedInputStream(packed, STEP);
    if (!isGzip(bytes)) {
      return bytes;
    }
    BufferedInputStream once = new BufferedInputStream(new GZIPInputStream(bytes, STEP), STEP);
    if (isGzip(once)) {
      // The library would unpack that as well, and nobody would count what comes out.
      throw new IOException("these are no WARC records but packed twice");
    }
    return once;
  }

  private static boolean isGzip(BufferedInputStream bytes) throws IOException {
    bytes.mark(2);
    boolean gzip = bytes.read() == 0x1f && bytes.read() == 0x8b;
    bytes.reset();
    return gzip;
  }

  /** The next record, whatever was read of the last; null at the end. */
  public @Nullable WarcRecord next() throws IOException {
    try {
      if (last != null) {
        last.body().consume();
      }
      plain.left = LONGEST_HEAD;
      last = reader.next().orElse(null);
      plain.left = Long.MAX_VALUE;
      if (last != null) {
        count(last.body().size());
      }
      return last;
    } catch (RuntimeException e) {
      throw new IOException("a record that makes no sense", e);
    }
  }

  private void count(long size) throws IOException {
    if (size < 0 || size > mostBytes - passed) {
      throw new IOException(
          "its records are larger than those of any page: more than %,d bytes"
              .formatted(mostBytes));
    }
    passed += size;
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }

  /** What may still be read before somebody has to have come to an end. */
  private static final class Allowance extends FilterInputStream {
    private long left = LONGEST_HEAD;

    Allowance(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      if (left <= 0) {
        throw new IOException("a record's head has no end");
      }
      int read = in.read(bytes, offset, (int) Math.min(length, left));
      left -= Math.max(read, 0);
      return read;
    }

    @Override
    public boolean markSupported() {
      return false;
    }
  }
}
