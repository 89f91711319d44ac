package org.orbweaver.udp.linux;

import static org.orbweaver.udp.linux.LinuxCalls.AF_INET;
import static org.orbweaver.udp.linux.LinuxCalls.AF_INET6;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.orbweaver.kademlia.Endpoint;

/**
 * An {@link Endpoint} as the kernel reads and writes it. The family is in the machine's byte order,
 * port and address in the network's:
 *
 * <pre>
 *   sockaddr_in                        sockaddr_in6
 *    0  family (2)                      0  family (10)
 *    2  port                            2  port
 *    4  address, 4 bytes                4  flow label, always 0 here
 *    8  unused, 8 bytes                 8  address, 16 bytes
 *   16                                 24  scope: 0, so no link-local peers
 *                                      28
 * </pre>
 */
public final class SocketAddressLayout {
  /** Room for either kind, rounded up to keep a table of them aligned. */
  public static final int ROOM = 32;

  private static final int V4_LENGTH = 16;
  private static final int V6_LENGTH = 28;

  private static final ValueLayout.OfShort FAMILY = ValueLayout.JAVA_SHORT;
  private static final ValueLayout.OfShort NETWORK_SHORT =
      ValueLayout.JAVA_SHORT.withOrder(ByteOrder.BIG_ENDIAN);
  static final ValueLayout.OfInt NETWORK_INT = ValueLayout.JAVA_INT.withOrder(ByteOrder.BIG_ENDIAN);
  private static final ValueLayout.OfLong NETWORK_LONG =
      ValueLayout.JAVA_LONG.withOrder(ByteOrder.BIG_ENDIAN);

  private SocketAddressLayout() {}

  public static int family(Endpoint endpoint) {
    return endpoint.isIpv4() ? AF_INET : AF_INET6;
  }

  public static Endpoint read(MemorySegment memory, long offset) {
    int port = memory.get(NETWORK_SHORT, offset + 2) & 0xFFFF;
    return memory.get(FAMILY, offset) == AF_INET
        ? Endpoint.v4(memory.get(NETWORK_INT, offset + 4), port)
        : Endpoint.v6(
            memory.get(NETWORK_LONG, offset + 8), memory.get(NETWORK_LONG, offset + 16), port);
  }

  /** Returns how many bytes the address takes. */
  public static int write(MemorySegment memory, long offset, Endpoint endpoint) {
    memory.set(NETWORK_SHORT, offset + 2, (short) endpoint.port());
    if (endpoint.isIpv4()) {
      memory.set(FAMILY, offset, (short) AF_INET);
      memory.set(NETWORK_INT, offset + 4, endpoint.ipv4());
      memory.set(NETWORK_LONG, offset + 8, 0);
      return V4_LENGTH;
    }
    memory.set(FAMILY, offset, (short) AF_INET6);
    memory.set(NETWORK_INT, offset + 4, 0);
    memory.set(NETWORK_LONG, offset + 8, endpoint.high());
    memory.set(NETWORK_LONG, offset + 16, endpoint.low());
    memory.set(NETWORK_INT, offset + 24, 0);
    return V6_LENGTH;
  }
}
