/**
 * What a peer on a real machine needs beside datagrams.
 *
 * <p>Messages too large for a datagram leave through a {@link org.orbweaver.app.drive.BulkSender}
 * and come in at the other's {@link org.orbweaver.app.drive.BulkListener}: one TCP connection per
 * pair and direction, frames on it, nothing said back (answers are messages of their own). Only to
 * and from clients, which nobody can open a connection to, one connection serves both directions
 * ({@link org.orbweaver.app.drive.ClientWays}, {@link org.orbweaver.app.drive.MemberWays}). The
 * {@link org.orbweaver.app.NodeLoop} is the one thread on which the node lives; a {@link
 * org.orbweaver.app.task.KindRunner} does tasks elsewhere, a virtual thread each, and comes back to
 * it.
 *
 * <p>Frames rather than HTTP: a stranger's request costs us at most one preamble, every buffer has
 * a bound of ours, and an answer needs no connection kept waiting for it.
 */
@NullMarked
package org.orbweaver.app.drive;

import org.jspecify.annotations.NullMarked;
