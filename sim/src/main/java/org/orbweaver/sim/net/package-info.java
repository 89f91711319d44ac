/**
 * Virtual time and a virtual network: the second driver of the seam that {@code udp} drives for
 * real.
 *
 * <p>A {@link org.orbweaver.sim.net.VirtualClock} fires events in the order of their times. A
 * packet left in the {@link org.orbweaver.sim.net.VirtualNetwork} asks its {@link
 * org.orbweaver.sim.net.LinkModel} what becomes of it, and if it is not lost, cut off by a
 * partition or sent to nobody, it becomes an event that hands it to its receiver's {@link
 * org.orbweaver.wire.PacketHandler}. Wake-ups that handlers ask for are events too. One thread runs
 * it all; a day passes in as long as its events take.
 */
@NullMarked
package org.orbweaver.sim.net;

import org.jspecify.annotations.NullMarked;
