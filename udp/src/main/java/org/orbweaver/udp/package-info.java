/**
 * Real datagrams behind the seam of {@code wire}: one thread, one handler, many local addresses.
 *
 * <p>{@link org.orbweaver.udp.UdpSockets#open} binds every {@link org.orbweaver.udp.Home} of the
 * {@link org.orbweaver.udp.UdpSettings} and is the {@link org.orbweaver.wire.Outbox} the node logic
 * is built with; {@link org.orbweaver.udp.UdpEventLoop#start} then drives that logic. In every turn
 * the loop waits until a socket, posted work or the handler's own wake-up time is due; takes one
 * batch of datagrams from each ready socket in turn; hands them to the handler; and sends what the
 * handler left in the outbox.
 *
 * <p>There are two {@link org.orbweaver.udp.Transport transports}: the kernel's own batch calls on
 * Linux ({@code LinuxTransport}; 0.95 of the same loop in C, measured), and NIO everywhere else
 * ({@code NioTransport}; 0.83).
 */
@NullMarked
package org.orbweaver.udp;

import org.jspecify.annotations.NullMarked;
