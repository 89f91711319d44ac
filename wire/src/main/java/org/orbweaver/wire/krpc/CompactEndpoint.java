package org.orbweaver.wire.krpc;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.wire.bencode.BencodeWriter;

/**
 * An address and a port as BEPs 5 and 32 pack them.
 *
 * <pre>
 *   | 4 or 16 bytes: address | 2 bytes: port |      all in network order
 * </pre>
 */
public final class CompactEndpoint {
  public static final int IPV4_BYTES = 6;
  public static final int IPV6_BYTES = 18;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle SHORTS =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);

  private CompactEndpoint() {}

  static int size(Endpoint endpoint) {
    return endpoint.isIpv4() ? IPV4_BYTES : IPV6_BYTES;
  }

  /** The endpoint in those bytes, or null if their number is neither family's. */
  static @Nullable Endpoint read(byte[] bytes, int offset, int length) {
    return switch (length) {
      case IPV4_BYTES -> readIpv4(bytes, offset);
      case IPV6_BYTES -> readIpv6(bytes, offset);
      default -> null;
    };
  }

  public static Endpoint readIpv4(byte[] bytes, int offset) {
    return Endpoint.v4((int) INTS.get(bytes, offset), port(bytes, offset + 4));
  }

  public static Endpoint readIpv6(byte[] bytes, int offset) {
    return Endpoint.v6(
        (long) LONGS.get(bytes, offset),
        (long) LONGS.get(bytes, offset + 8),
        port(bytes, offset + 16));
  }

  static void write(BencodeWriter writer, Endpoint endpoint) {
    if (endpoint.isIpv4()) {
      writer.raw(endpoint.low() << 16 | endpoint.port(), IPV4_BYTES);
    } else {
      writer.raw(endpoint.high(), 8).raw(endpoint.low(), 8).raw(endpoint.port(), 2);
    }
  }

  private static int port(byte[] bytes, int offset) {
    return (short) SHORTS.get(bytes, offset) & 0xFFFF;
  }
}
