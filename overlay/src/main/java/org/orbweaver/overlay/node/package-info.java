/**
 * A peer at work, without sockets, clock or disk of its own.
 *
 * <p>{@link org.orbweaver.overlay.node.OverlayNode} is what a driver drives. Inside, the heart beat
 * keeps the list of members true, the replication keeps entries on r disks, and the task scheduler
 * takes tasks in, runs those it is the primary of, and sends their links to where they belong.
 */
@NullMarked
package org.orbweaver.overlay.node;

import org.jspecify.annotations.NullMarked;
