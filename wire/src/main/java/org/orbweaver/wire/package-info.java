/**
 * What travels between nodes, and the seam at which it leaves and enters the program.
 *
 * <p>The story of a packet: a driver (real sockets, or the lab's virtual network) hands it to a
 * {@link org.orbweaver.wire.PacketHandler}. The handler lets {@link
 * org.orbweaver.wire.krpc.MessageDecoder} look at it in place. A query is answered with a {@link
 * org.orbweaver.wire.krpc.ReplyWriter}. A reply is brought to {@link
 * org.orbweaver.wire.PendingQueries}, which knows what was asked, of whom and when, and tells
 * {@link org.orbweaver.wire.RoundTripTimes} how long it took; queries that wait longer than usual
 * are called stalled, those that wait 10 s expire. Whatever the handler wants to send must pass
 * {@link org.orbweaver.wire.TokenBucket} and {@link org.orbweaver.wire.PerAddressLimit} and is then
 * left in the {@link org.orbweaver.wire.Outbox}.
 *
 * <p>Everything here belongs to the one thread that drives its handler.
 *
 * <p>This module is pure: no I/O, no clock, no threads, no unseeded randomness. Time comes in as an
 * argument, in nanoseconds.
 */
@NullMarked
package org.orbweaver.wire;

import org.jspecify.annotations.NullMarked;
