package org.orbweaver.wire;

import org.orbweaver.kademlia.Endpoint;

/**
 * Node logic as its driver sees it: packets and time go in, packets come out through an {@link
 * Outbox}. It opens no socket, reads no clock and starts no thread, so the very same code runs on
 * real sockets and in the lab's virtual time.
 *
 * <p>A driver calls one handler from one thread only. Times are nanoseconds that never run
 * backwards, counted from the Unix epoch.
 */
public interface PacketHandler {
  /** A wake-up time that never comes. */
  long NEVER = Long.MAX_VALUE;

  /**
   * A datagram arrived. The first {@code length} bytes of {@code packet} are the payload; they are
   * the driver's again when this method returns.
   *
   * @param local the address it was sent to: one of many when the handler has many homes
   * @return when {@link #onTick} is wanted next
   */
  long onPacket(long now, Endpoint local, Endpoint from, byte[] packet, int length);

  /**
   * Time has passed; called at the wanted time or soon after, and whenever the driver has handed
   * over work in another way.
   *
   * @return when {@code onTick} is wanted next; {@link #NEVER} if not before another packet
   */
  long onTick(long now);
}
