package org.orbweaver.overlay.rpc;

import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.compress.ExampleLinks;
import org.orbweaver.overlay.membership.Allowance;

/**
 * Makes messages small: deflated, with an example of links as dictionary, for most batches are too
 * short for a compressor to learn anything.
 *
 * <pre>
 *   deflated | plain length n | bytes … |
 * </pre>
 *
 * How long it will be unpacked is said first, so that nothing is unpacked that its sender has no
 * allowance for: a kilobyte can be deflated from a megabyte. A deflater keeps 260 kB beside the
 * heap, so there is one per thread, not one per peer: a lab has thousands of peers on one.
 *
 * <p>A model of the text, bit by bit in the manner of lpaq, made whole messages 9 % shorter than
 * this and took 200 µs for each; a third would have been worth its code (docs/performance.md).
 */
final class Compression {
  static final int DEFLATED = 2;

  /** Below this there is nothing to gain. */
  private static final int WORTH_DEFLATING = 40;

  private static final int LONGEST_INFLATED = 4 << 20;
  private static final Endpoint EVERYBODY = Endpoint.v6(0, 0, 0);

  /** Part of the protocol, like its version. */
  private static final byte[] DICTIONARY = ExampleLinks.message();

  private static final ThreadLocal<Deflater> DEFLATER =
      ThreadLocal.withInitial(() -> new Deflater(Deflater.BEST_COMPRESSION, true));
  private static final ThreadLocal<Inflater> INFLATER =
      ThreadLocal.withInitial(() -> new Inflater(true));

  /** Bytes, and a flag that says how they were made smaller, or 0. */
  @SuppressWarnings("ArrayRecordComponent") // handed over, not shared
  record Packed(int how, byte[] bytes) {}

  /** The CPU is cheap, but the memory and the disk behind it are not. */
  private final Allowance inflating = new Allowance(1 << 20, 16 << 20);

  /** For all peers together, because a foe may be several. */
  private final Allowance inflatingForAll = new Allowance(16 << 20, 128 << 20);

  /** The message in as few bytes as may be. */
  static Packed pack(RpcMessage message, byte[] plain) {
    // Results are compressed already, or names that have no pattern; so are sums over books and the
    // names of their pages.
    if (message instanceof RpcMessage.OfResults
        || message instanceof RpcMessage.BringPiece
        || message instanceof RpcMessage.ListPages
        || message instanceof RpcMessage.Chapters
        || plain.length < WORTH_DEFLATING) {
      return new Packed(0, plain);
    }
    byte[] packed = new ByteWriter().number(plain.length).raw(deflated(plain)).toBytes();
    return packed.length < plain.length ? new Packed(DEFLATED, packed) : new Packed(0, plain);
  }

  /** Whether that peer may have us unpack so much. */
  boolean admits(long now, Endpoint from, int flags, byte[] opened) {
    int length = (flags & DEFLATED) == 0 ? 0 : plainLength(header(opened));
    return length == 0
        || (inflating.take(now, from, length) && inflatingForAll.take(now, EVERYBODY, length));
  }

  private static ByteReader header(byte[] opened) {
    return new ByteReader(opened, Rpc.HEADER, opened.length);
  }

  /** 0 if it says none that may be. */
  private static int plainLength(ByteReader in) {
    return in.number(LONGEST_INFLATED);
  }

  /**
   * The message behind the header; null for what was not packed so, or so much of it that it must
   * be a bomb.
   */
  static byte @Nullable [] unpack(int flags, byte[] opened) {
    if ((flags & DEFLATED) == 0) {
      return Arrays.copyOfRange(opened, Rpc.HEADER, opened.length);
    }
    ByteReader in = header(opened);
    int length = plainLength(in);
    return in.failed() || length == 0 ? null : inflated(opened, in.at(), length);
  }

  /** The same bytes in fewer, or as they were if that cannot be. */
  private static byte[] deflated(byte[] plain) {
    Deflater deflater = DEFLATER.get();
    deflater.reset();
    deflater.setDictionary(DICTIONARY);
    deflater.setInput(plain);
    deflater.finish();
    byte[] small = new byte[plain.length];
    int length = deflater.deflate(small);
    return deflater.finished() ? Arrays.copyOf(small, length) : plain;
  }

  /** Null unless it is exactly so long. */
  private static byte @Nullable [] inflated(byte[] packed, int from, int length) {
    Inflater inflater = INFLATER.get();
    inflater.reset();
    inflater.setDictionary(DICTIONARY);
    inflater.setInput(packed, from, packed.length - from);
    byte[] plain = new byte[length];
    int filled = 0;
    try {
      while (filled < length && !inflater.finished()) {
        int count = inflater.inflate(plain, filled, length - filled);
        if (count == 0 && !inflater.finished()) {
          return null;
        }
        filled += count;
      }
      return filled == length && isOver(inflater) ? plain : null;
    } catch (DataFormatException e) {
      return null;
    }
  }

  private static boolean isOver(Inflater inflater) throws DataFormatException {
    return inflater.finished() || (inflater.inflate(new byte[1]) == 0 && inflater.finished());
  }
}
