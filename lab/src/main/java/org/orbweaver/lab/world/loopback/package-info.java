/**
 * The world on real sockets, for any crawler on this machine: every node at its own 127.a.b.c.
 *
 * <p>{@link org.orbweaver.lab.world.loopback.LoopbackWorld} opens one wildcard UDP socket per port
 * and hands its packets to the same {@code World} that runs in virtual time. {@code MetadataPeers}
 * listens on TCP at the same addresses and serves torrents' metadata, or fails to, as the swarms
 * have it.
 */
@NullMarked
package org.orbweaver.lab.world.loopback;

import org.jspecify.annotations.NullMarked;
