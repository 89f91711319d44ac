/**
 * What travels between nodes, and the seam at which it leaves and enters the program.
 *
 * <p>{@link org.orbweaver.wire.PacketHandler} and {@link org.orbweaver.wire.Outbox} are that seam:
 * node logic on one side, a driver (real sockets or the lab's virtual network) on the other.
 *
 * <p>This module is pure: no I/O, no clock, no threads, no unseeded randomness.
 */
@NullMarked
package org.orbweaver.wire;

import org.jspecify.annotations.NullMarked;
