/**
 * Who may see what. {@link org.orbweaver.archive.access.AccessRules} are lines of a file in the
 * data directory: addresses and prefixes taken down, with the reason a visitor is told, and the
 * time for which new captures stay closed. They belong to the archive, not to a collection: an
 * address taken down stays so, whatever is imported later. {@link
 * org.orbweaver.archive.access.RefusalRule}s say besides what a peer of a swarm does not fetch or
 * hold for others.
 */
@NullMarked
package org.orbweaver.archive.access;

import org.jspecify.annotations.NullMarked;
