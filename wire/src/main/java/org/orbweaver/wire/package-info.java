/**
 * What travels between nodes, and the seam at which it leaves and enters the program.
 *
 * <p>The story of a packet: a driver (real sockets, or the lab's virtual network) hands it to a
 * {@link org.orbweaver.wire.PacketHandler}. The handler lets {@link
 * org.orbweaver.wire.krpc.MessageDecoder} look at it in place. A query is answered with a {@link
 * org.orbweaver.wire.krpc.ReplyWriter}. Whatever is to be sent is left in the {@link
 * org.orbweaver.wire.Outbox}.
 *
 * <p>This module is pure: no I/O, no clock, no threads, no unseeded randomness. Time comes in as an
 * argument, in nanoseconds.
 */
@NullMarked
package org.orbweaver.wire;

import org.jspecify.annotations.NullMarked;
