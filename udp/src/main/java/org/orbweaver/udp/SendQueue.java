package org.orbweaver.udp;

import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.udp.linux.Errno;
import org.orbweaver.udp.linux.MessageBatch;

/**
 * Datagrams of one socket that wait for the kernel, as a ring of messages {@code sendmmsg} can take
 * as they lie. Bounded: when it is full nothing can be added until a flush made room.
 */
final class SendQueue {
  /** {@code sendmmsg}: how many left, or the negated error of the first. */
  @FunctionalInterface
  interface Kernel {
    int send(long messages, int count);
  }

  private final MessageBatch ring;
  private final LoopCounters counters;
  private int head;
  private int size;

  SendQueue(MessageBatch ring, LoopCounters counters) {
    this.ring = ring;
    this.counters = counters;
  }

  boolean isFull() {
    return size == ring.slots();
  }

  /** Adds a datagram and returns its slot. */
  int add(Endpoint to, byte[] packet, int length) {
    int slot = slotAfter(head, size);
    ring.put(slot, to, packet, length);
    size++;
    return slot;
  }

  private int slotAfter(int slot, int steps) {
    int next = slot + steps;
    return next < ring.slots() ? next : next - ring.slots();
  }

  /**
   * Sends what waits. A datagram the kernel refuses for its own sake (no route, a firewall, port 0)
   * is dropped alone.
   *
   * @return false if the kernel is full and something still waits
   */
  boolean flush(Kernel kernel) {
    while (size > 0) {
      int run = Math.min(Math.min(size, ring.slots() - head), UdpSockets.BATCH);
      int sent = kernel.send(ring.pointer(head), run);
      if (sent > 0) {
        countSent(sent);
        drop(sent);
      } else if (sent == -Errno.EAGAIN || sent == 0) {
        return false;
      } else if (sent != -Errno.EINTR) {
        counters.sendErrors.increment();
        drop(1);
      }
    }
    head = 0; // the next run then needs no second call for the ring's end
    return true;
  }

  private void countSent(int sent) {
    long bytes = 0;
    for (int i = head; i < head + sent; i++) {
      bytes += ring.length(i);
    }
    counters.sendBatches.increment();
    counters.packetsSent.add(sent);
    counters.bytesSent.add(bytes);
  }

  private void drop(int count) {
    head = slotAfter(head, count);
    size -= count;
  }
}
