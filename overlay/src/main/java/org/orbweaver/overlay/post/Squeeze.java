package org.orbweaver.overlay.post;

import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * Deflates and inflates messages. A deflater keeps 260 kB beside the heap, so there is one per
 * thread, not one per peer: a lab has thousands of peers on one.
 */
final class Squeeze {
  private static final ThreadLocal<Deflater> DEFLATER =
      ThreadLocal.withInitial(() -> new Deflater(Deflater.BEST_COMPRESSION, true));
  private static final ThreadLocal<Inflater> INFLATER =
      ThreadLocal.withInitial(() -> new Inflater(true));

  private Squeeze() {}

  /** The same bytes in fewer, or as they were if that cannot be. */
  static byte[] deflated(byte[] plain) {
    Deflater deflater = DEFLATER.get();
    deflater.reset();
    deflater.setInput(plain);
    deflater.finish();
    byte[] small = new byte[plain.length];
    int length = deflater.deflate(small);
    return deflater.finished() ? Arrays.copyOf(small, length) : plain;
  }

  /** Null for what is not deflated data, or so much of it that it must be a bomb. */
  static byte @Nullable [] inflated(byte[] packed, int from, int most) {
    Inflater inflater = INFLATER.get();
    inflater.reset();
    inflater.setInput(packed, from, packed.length - from);
    ByteWriter out = new ByteWriter();
    byte[] chunk = new byte[8192];
    try {
      while (!inflater.finished()) {
        int count = inflater.inflate(chunk);
        if (count == 0 || out.length() + count > most) {
          return null;
        }
        out.raw(chunk, count);
      }
    } catch (DataFormatException e) {
      return null;
    }
    return out.toBytes();
  }
}
