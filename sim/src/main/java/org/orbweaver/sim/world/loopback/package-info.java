/**
 * The world on real sockets, for any crawler on this machine: every node at its own 127.a.b.c.
 *
 * <p>{@link org.orbweaver.sim.world.loopback.LoopbackWorld} opens one wildcard UDP socket per port
 * and hands its packets to the same {@code World} that runs in virtual time. {@code MetadataPeers}
 * listens on TCP at the same addresses and serves torrents' metadata, or fails to, as the swarms
 * have it. {@code DiallingPeers} are those that nobody can reach: they dial visitors that are named
 * as peers of their torrents. Both speak through a {@code MetadataConnection}.
 */
@NullMarked
package org.orbweaver.sim.world.loopback;

import org.jspecify.annotations.NullMarked;
