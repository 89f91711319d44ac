/**
 * {@code orb up} and {@code orb peers}: a peer of a swarm on this machine. The first runs a {@link
 * org.orbweaver.app.swarm.RunningPeer}, the second talks to it through a socket in its data
 * directory: how it goes, begin or stop a crawl, bring a page.
 */
@NullMarked
package org.orbweaver.cli.swarm;

import org.jspecify.annotations.NullMarked;
