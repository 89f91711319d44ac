package org.orbweaver.udp.linux;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.orbweaver.kademlia.Endpoint;

/**
 * The memory behind {@code recvmmsg} and {@code sendmmsg}: so many messages, their pointers laid
 * once and for all, so that a packet costs only the fields that change.
 *
 * <pre>
 *   one segment:   | mmsghdr × n | iovec × n | address × n | control × n | payload × n |
 *
 *   mmsghdr (64)               iovec (16)            control (32), only with IP_PKTINFO
 *    0  msg_name → address      0  base → payload     0  cmsg_len    28
 *    8  msg_namelen             8  length             8  cmsg_level   0 (IPPROTO_IP)
 *   16  msg_iov → iovec        16                    12  cmsg_type    8 (IP_PKTINFO)
 *   24  msg_iovlen 1                                 16  ipi_ifindex
 *   32  msg_control → control                        20  ipi_spec_dst: the source to send from
 *   40  msg_controllen                               24  ipi_addr: the destination received at
 *   48  msg_flags                                    28
 *   56  msg_len: bytes moved                         32
 *   64
 * </pre>
 */
public final class MessageBatch {
  private static final int HEADER = 64;
  private static final int IOVEC = 16;
  private static final int CONTROL = 32;

  private static final int NAME = 0;
  private static final int NAME_LENGTH = 8;
  private static final int IOV = 16;
  private static final int IOV_COUNT = 24;
  private static final int CONTROL_POINTER = 32;
  private static final int CONTROL_LENGTH = 40;
  private static final int FLAGS = 48;
  private static final int MOVED = 56;

  private static final int CMSG_LENGTH = 28;
  private static final int SPEC_DST = 20;
  private static final int HEADER_DST = 24;

  private static final int MSG_TRUNC = 0x20;

  private final MemorySegment memory;
  private final int slots;
  private final int packetSize;
  private final long iovecs;
  private final long addresses;
  private final long controls;
  private final long payloads;

  public MessageBatch(Arena arena, int slots, int packetSize) {
    this.slots = slots;
    this.packetSize = packetSize;
    iovecs = (long) slots * HEADER;
    addresses = iovecs + (long) slots * IOVEC;
    controls = addresses + (long) slots * SocketAddressLayout.ROOM;
    payloads = controls + (long) slots * CONTROL;
    memory = arena.allocate(payloads + (long) slots * packetSize, HEADER);
    for (int i = 0; i < slots; i++) {
      layPointers(i);
    }
  }

  private void layPointers(int i) {
    long base = memory.address();
    memory.set(JAVA_LONG, header(i) + NAME, base + address(i));
    memory.set(JAVA_LONG, header(i) + IOV, base + iovec(i));
    memory.set(JAVA_LONG, header(i) + IOV_COUNT, 1);
    memory.set(JAVA_LONG, header(i) + CONTROL_POINTER, base + control(i));
    memory.set(JAVA_LONG, iovec(i), base + payload(i));
    memory.set(JAVA_LONG, iovec(i) + 8, packetSize);
  }

  private static long header(int i) {
    return (long) i * HEADER;
  }

  private long iovec(int i) {
    return iovecs + (long) i * IOVEC;
  }

  private long address(int i) {
    return addresses + (long) i * SocketAddressLayout.ROOM;
  }

  private long control(int i) {
    return controls + (long) i * CONTROL;
  }

  private long payload(int i) {
    return payloads + (long) i * packetSize;
  }

  public int slots() {
    return slots;
  }

  /** Where message {@code i}'s header lies, for the kernel. */
  public long pointer(int i) {
    return memory.address() + header(i);
  }

  /** Makes the first messages ready to be filled: the kernel overwrites these fields each time. */
  public void expect(int count) {
    for (int i = 0; i < count; i++) {
      memory.set(JAVA_INT, header(i) + NAME_LENGTH, SocketAddressLayout.ROOM);
      memory.set(JAVA_LONG, header(i) + CONTROL_LENGTH, CONTROL);
    }
  }

  public int length(int i) {
    return memory.get(JAVA_INT, header(i) + MOVED);
  }

  /** Whether the datagram was longer than the memory it was received into. */
  public boolean truncated(int i) {
    return (memory.get(JAVA_INT, header(i) + FLAGS) & MSG_TRUNC) != 0;
  }

  public Endpoint source(int i) {
    return SocketAddressLayout.read(memory, address(i));
  }

  /** The IPv4 address a message was sent to; the socket must have asked for {@code IP_PKTINFO}. */
  public int destination(int i) {
    return memory.get(SocketAddressLayout.NETWORK_INT, control(i) + HEADER_DST);
  }

  /** Copies a received payload to the start of {@code packet} and returns its length. */
  public int copyTo(int i, byte[] packet) {
    int length = length(i);
    MemorySegment.copy(memory, JAVA_BYTE, payload(i), packet, 0, length);
    return length;
  }

  /** Makes message {@code i} one to send, from the socket's own address. */
  public void put(int i, Endpoint to, byte[] packet, int length) {
    memory.set(
        JAVA_INT, header(i) + NAME_LENGTH, SocketAddressLayout.write(memory, address(i), to));
    memory.set(JAVA_LONG, header(i) + CONTROL_LENGTH, 0);
    memory.set(JAVA_LONG, iovec(i) + 8, length);
    MemorySegment.copy(packet, 0, memory, JAVA_BYTE, payload(i), length);
  }

  /** Makes message {@code i}, already put, leave from this IPv4 address of a wildcard socket. */
  public void putSource(int i, int address) {
    long control = control(i);
    memory.set(JAVA_LONG, header(i) + CONTROL_LENGTH, CONTROL);
    memory.set(JAVA_LONG, control, CMSG_LENGTH);
    memory.set(JAVA_INT, control + 8, LinuxCalls.IPPROTO_IP);
    memory.set(JAVA_INT, control + 12, LinuxCalls.IP_PKTINFO);
    memory.set(JAVA_INT, control + 16, 0);
    memory.set(SocketAddressLayout.NETWORK_INT, control + SPEC_DST, address);
    memory.set(JAVA_INT, control + HEADER_DST, 0);
  }

  /** Makes message {@code i}, already put, go wherever the other's came from: no copy, ever. */
  public void putAddressOf(MessageBatch received, int i) {
    memory.set(JAVA_LONG, header(i) + NAME, received.memory.address() + received.address(i));
  }

  /** Overwrites eight bytes of message {@code i}, already put. */
  public void patch(int i, int offset, long bytes) {
    memory.set(JAVA_LONG_UNALIGNED, payload(i) + offset, bytes);
  }

  /** Eight bytes of message {@code i}, as {@link #patch} takes them. */
  public long peek(int i, int offset) {
    return memory.get(JAVA_LONG_UNALIGNED, payload(i) + offset);
  }
}
