/**
 * {@code orb up} as a user starts it: swarms of real processes and what they cost each other; and
 * one for hours, under load, that is killed again and again, and whose memory, threads and
 * descriptors must stay flat.
 */
@NullMarked
package org.orbweaver.lab.up;

import org.jspecify.annotations.NullMarked;
