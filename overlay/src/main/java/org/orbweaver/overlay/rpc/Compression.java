package org.orbweaver.overlay.rpc;

import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.compress.TextCoder;
import org.orbweaver.overlay.membership.Allowance;

/**
 * Makes messages small: batches of tasks, which are most of all bytes, by {@linkplain TextCoder
 * modelling} as text, others by deflating.
 *
 * <pre>
 *   packed | plain length n | bytes … |
 * </pre>
 *
 * How long it will be unpacked is said first, so that nothing is unpacked that its sender has no
 * allowance for: a kilobyte can be deflated from a megabyte.
 *
 * <p>Modelling takes two microseconds a byte on either side, so no peer does more of it for another
 * than its allowance: a sender then deflates, and what a foe sends beyond is not unpacked. A
 * deflater keeps 260 kB beside the heap, so there is one per thread, not one per peer: a lab has
 * thousands of peers on one.
 */
final class Compression {
  static final int DEFLATED = 2;
  static final int MODELLED = 4;

  /** Below these there is nothing to gain. */
  private static final int WORTH_MODELLING = 40;

  private static final int WORTH_DEFLATING = 160;

  private static final int LONGEST_INFLATED = 4 << 20;
  private static final int LONGEST_MODELLED = 512 << 10;
  private static final int BYTES_A_SECOND = 32 << 10;
  private static final int BYTES_AT_ONCE = 512 << 10;

  private static final Endpoint EVERYBODY = Endpoint.v6(0, 0, 0);
  private static final ThreadLocal<Deflater> DEFLATER =
      ThreadLocal.withInitial(() -> new Deflater(Deflater.BEST_COMPRESSION, true));
  private static final ThreadLocal<Inflater> INFLATER =
      ThreadLocal.withInitial(() -> new Inflater(true));

  /** Bytes, and a flag that says how they were made smaller, or 0. */
  @SuppressWarnings("ArrayRecordComponent") // handed over, not shared
  record Packed(int how, byte[] bytes) {}

  private final Allowance sending = new Allowance(BYTES_A_SECOND, BYTES_AT_ONCE);

  /** Messages may be sent twice, and clocks may differ. */
  private final Allowance receiving = new Allowance(2 * BYTES_A_SECOND, 2 * BYTES_AT_ONCE);

  /** For what is only deflated: the CPU is cheap, but the memory and the disk behind it are not. */
  private final Allowance inflating = new Allowance(1 << 20, 16 << 20);

  /** For all peers together, because a foe may be several. */
  private final Allowance inflatingForAll = new Allowance(16 << 20, 128 << 20);

  private final boolean models;

  /**
   * @param models false: all is deflated
   */
  Compression(boolean models) {
    this.models = models;
  }

  /** The message for that peer in as few bytes as may be. */
  Packed pack(long now, Endpoint to, RpcMessage message, byte[] plain) {
    if (message instanceof RpcMessage.OfResults) {
      return new Packed(0, plain); // compressed already, or names that have no pattern
    }
    boolean model = models && isText(message, plain.length) && sending.take(now, to, plain.length);
    return packed(plain, model);
  }

  /** As a peer with time to spare does it. */
  static Packed packed(RpcMessage message, byte[] plain) {
    return packed(plain, isText(message, plain.length));
  }

  private static Packed packed(byte[] plain, boolean modelled) {
    if (plain.length < (modelled ? WORTH_MODELLING : WORTH_DEFLATING)) {
      return new Packed(0, plain);
    }
    byte[] small = modelled ? TextCoder.ofThread().pack(plain) : deflated(plain);
    byte[] packed = new ByteWriter().number(plain.length).raw(small).toBytes();
    return packed.length < plain.length
        ? new Packed(modelled ? MODELLED : DEFLATED, packed)
        : new Packed(0, plain);
  }

  private static boolean isText(RpcMessage message, int length) {
    return length >= WORTH_MODELLING
        && length <= LONGEST_MODELLED
        && (message instanceof RpcMessage.StoreTask || message instanceof RpcMessage.StoreBackup);
  }

  /** Whether that peer may have us unpack so much. */
  boolean admits(long now, Endpoint from, int flags, byte[] opened) {
    int length = (flags & (MODELLED | DEFLATED)) == 0 ? 0 : plainLength(flags, header(opened));
    return length == 0
        || ((flags & MODELLED) != 0 ? receiving : inflating).take(now, from, length)
            && inflatingForAll.take(now, EVERYBODY, length);
  }

  private static ByteReader header(byte[] opened) {
    return new ByteReader(opened, Rpc.HEADER, opened.length);
  }

  /** 0 if it says none that may be. */
  private static int plainLength(int flags, ByteReader in) {
    return in.number((flags & MODELLED) != 0 ? LONGEST_MODELLED : LONGEST_INFLATED);
  }

  /**
   * The message behind the header; null for what was not packed so, or so much of it that it must
   * be a bomb.
   */
  static byte @Nullable [] unpack(int flags, byte[] opened) {
    if ((flags & (MODELLED | DEFLATED)) == 0) {
      return Arrays.copyOfRange(opened, Rpc.HEADER, opened.length);
    }
    ByteReader in = header(opened);
    int length = plainLength(flags, in);
    if (in.failed() || length == 0) {
      return null;
    }
    return (flags & MODELLED) != 0
        ? TextCoder.ofThread().unpack(opened, in.at(), length)
        : inflated(opened, in.at(), length);
  }

  /** The same bytes in fewer, or as they were if that cannot be. */
  private static byte[] deflated(byte[] plain) {
    Deflater deflater = DEFLATER.get();
    deflater.reset();
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
