package org.orbweaver.wire;

import org.orbweaver.kademlia.Endpoint;

/** Where node logic leaves the packets it wants sent. */
@FunctionalInterface
public interface Outbox {
  /**
   * Takes a copy of the first {@code length} bytes of {@code packet}; the caller may reuse the
   * array at once.
   *
   * @param local the home to send from
   * @return false if the packet was dropped, because a queue was full or a limit reached; as with
   *     every datagram, true promises nothing
   */
  boolean send(Endpoint local, Endpoint to, byte[] packet, int length);
}
