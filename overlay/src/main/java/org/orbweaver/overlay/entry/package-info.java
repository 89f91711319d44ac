/**
 * What the swarm keeps is of a closed set of kinds. An {@link
 * org.orbweaver.overlay.entry.EntryKind} checks ID, rank and size of an entry by itself, when it
 * arrives and when it is read from a disk; who may bring it is for the peer that receives it to
 * say, because that depends on who answers for the key.
 */
@NullMarked
package org.orbweaver.overlay.entry;

import org.jspecify.annotations.NullMarked;
