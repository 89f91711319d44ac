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
 *   modelled | plain length n | bytes … |
 * </pre>
 *
 * Modelling takes two microseconds a byte on either side, so no peer does more of it for another
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
    byte[] small = modelled ? modelled(plain) : deflated(plain);
    return small.length < plain.length
        ? new Packed(modelled ? MODELLED : DEFLATED, small)
        : new Packed(0, plain);
  }

  private static boolean isText(RpcMessage message, int length) {
    return length >= WORTH_MODELLING
        && length <= LONGEST_MODELLED
        && (message instanceof RpcMessage.StoreTask || message instanceof RpcMessage.StoreBackup);
  }

  private static byte[] modelled(byte[] plain) {
    return new ByteWriter().number(plain.length).raw(TextCoder.ofThread().pack(plain)).toBytes();
  }

  /** Whether that peer may have us unpack so much; what is no modelling is always welcome. */
  boolean admits(long now, Endpoint from, int flags, byte[] opened) {
    return (flags & MODELLED) == 0
        || receiving.take(now, from, Math.max(1, plainLength(header(opened))));
  }

  private static ByteReader header(byte[] opened) {
    return new ByteReader(opened, Rpc.HEADER, opened.length);
  }

  /** 0 if it says none that may be. */
  private static int plainLength(ByteReader in) {
    return in.number(LONGEST_MODELLED);
  }

  /**
   * The message behind the header; null for what was not packed so, or so much of it that it must
   * be a bomb.
   */
  static byte @Nullable [] unpack(int flags, byte[] opened) {
    if ((flags & MODELLED) != 0) {
      ByteReader in = header(opened);
      int length = plainLength(in);
      return in.failed() ? null : TextCoder.ofThread().unpack(opened, in.at(), length);
    }
    return (flags & DEFLATED) != 0
        ? inflated(opened, Rpc.HEADER, LONGEST_INFLATED)
        : Arrays.copyOfRange(opened, Rpc.HEADER, opened.length);
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

  private static byte @Nullable [] inflated(byte[] packed, int from, int most) {
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
        out.raw(chunk, 0, count);
      }
    } catch (DataFormatException e) {
      return null;
    }
    return out.toBytes();
  }
}
