/**
 * Entries that survive their holders.
 *
 * <p>The swarm keeps an {@link org.orbweaver.overlay.ledger.Entry} on the r peers closest to its
 * key. The closest of them is its <em>primary</em>. Entries only grow in rank (a queued task
 * becomes a processed one and never the reverse), so copies that differ after a crash, a partition
 * or a return from long ago are simply joined: the higher rank wins.
 *
 * <p>Three rules keep every entry on r disks, whatever happens to the view:
 *
 * <ol>
 *   <li>the primary makes sure that the other r − 1 have it;
 *   <li>one of the others makes sure that the primary has it;
 *   <li>whoever holds it and is none of the r gives it to the primary, and drops it only when the
 *       primary says that all r have it and the view has been still for a while.
 * </ol>
 *
 * They are applied to each entry as it comes and, whenever the view has changed, to all entries in
 * a pass along the keys. They ask for nothing but that messages sometimes arrive. Entries rest on a
 * {@link org.orbweaver.overlay.ledger.Disk}.
 */
@NullMarked
package org.orbweaver.overlay.ledger;

import org.jspecify.annotations.NullMarked;
