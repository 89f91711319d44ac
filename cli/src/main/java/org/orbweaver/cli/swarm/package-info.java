/**
 * A peer of a swarm on this machine. {@code orb up} runs one ({@link
 * org.orbweaver.app.swarm.RunningPeer} wires node, disk, sockets and runner), {@code orb peers}
 * asks the one that runs on a data directory how it goes, through a socket in that directory.
 */
@NullMarked
package org.orbweaver.cli.swarm;

import org.jspecify.annotations.NullMarked;
