/**
 * Reading what was captured. A {@link org.orbweaver.archive.replay.CaptureSource} answers two
 * questions: which captures of an address are there, and what is in one of them. A collection on
 * this disk is one source; a swarm of peers can be another. {@link
 * org.orbweaver.archive.replay.Archive} lays several over each other, and {@link
 * org.orbweaver.archive.replay.CaptureChoice} picks the capture that belongs to a date.
 */
@NullMarked
package org.orbweaver.archive.replay;

import org.jspecify.annotations.NullMarked;
