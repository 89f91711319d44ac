/**
 * {@code orb up} for hours: a real process under load that is killed again and again, and whose
 * memory, threads and descriptors must stay flat.
 */
@NullMarked
package org.orbweaver.lab.up;

import org.jspecify.annotations.NullMarked;
