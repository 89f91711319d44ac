/**
 * The Linux kernel's datagram calls as Java sees them: {@link org.orbweaver.udp.linux.LinuxCalls}
 * makes them, {@link org.orbweaver.udp.linux.MessageBatch} is the memory they read and write,
 * {@link org.orbweaver.udp.linux.SocketAddressLayout} the addresses in it, {@link
 * org.orbweaver.udp.linux.Errno} what they complain about.
 *
 * <p>Nothing here allocates per packet, and pointers are plain longs: who frees an arena must be
 * the one who makes the calls.
 */
@NullMarked
package org.orbweaver.udp.linux;

import org.jspecify.annotations.NullMarked;
