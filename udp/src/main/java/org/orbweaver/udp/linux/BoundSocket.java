package org.orbweaver.udp.linux;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.BindException;
import java.net.SocketException;
import org.orbweaver.kademlia.Endpoint;

/**
 * A bound socket that never blocks, as its file descriptor and the address it got.
 *
 * @param bound the port is the one the system chose, if it was asked to choose
 */
public record BoundSocket(int fd, Endpoint bound) {
  /**
   * Binds a socket.
   *
   * @param packetInfo whether it shall tell each datagram's destination and let each one choose its
   *     source: for IPv4 wildcard sockets
   * @param buffer bytes the kernel is asked to keep per direction; it silently gives what it allows
   */
  public static BoundSocket bind(LinuxCalls calls, Endpoint address, boolean packetInfo, int buffer)
      throws IOException {
    int fd = calls.datagramSocket(SocketAddressLayout.family(address));
    if (fd < 0) {
      throw new SocketException("cannot open a socket for " + address + ": " + Errno.text(-fd));
    }
    try (Arena arena = Arena.ofConfined()) {
      int result = configure(calls, fd, address, packetInfo, buffer, arena.allocate(JAVA_INT));
      MemorySegment name = arena.allocate(SocketAddressLayout.ROOM, Long.BYTES);
      if (result >= 0) {
        result = calls.bind(fd, name.address(), SocketAddressLayout.write(name, 0, address));
      }
      if (result < 0) {
        calls.close(fd);
        throw new BindException("cannot bind " + address + ": " + Errno.text(-result));
      }
      MemorySegment length = arena.allocateFrom(JAVA_INT, SocketAddressLayout.ROOM);
      calls.getsockname(fd, name.address(), length.address());
      return new BoundSocket(fd, SocketAddressLayout.read(name, 0));
    }
  }

  private static int configure(
      LinuxCalls calls,
      int fd,
      Endpoint address,
      boolean packetInfo,
      int buffer,
      MemorySegment value) {
    value.set(JAVA_INT, 0, buffer);
    set(calls, fd, LinuxCalls.SOL_SOCKET, LinuxCalls.SO_RCVBUF, value);
    set(calls, fd, LinuxCalls.SOL_SOCKET, LinuxCalls.SO_SNDBUF, value);
    value.set(JAVA_INT, 0, 1);
    if (packetInfo) {
      return set(calls, fd, LinuxCalls.IPPROTO_IP, LinuxCalls.IP_PKTINFO, value);
    }
    // Without it a socket on :: would take the port of 0.0.0.0 as well.
    return address.isIpv4()
        ? 0
        : set(calls, fd, LinuxCalls.IPPROTO_IPV6, LinuxCalls.IPV6_V6ONLY, value);
  }

  private static int set(LinuxCalls calls, int fd, int level, int option, MemorySegment value) {
    return calls.setsockopt(fd, level, option, value.address(), Integer.BYTES);
  }
}
