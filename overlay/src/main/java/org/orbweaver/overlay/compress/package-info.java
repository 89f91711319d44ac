/**
 * What messages of links look like, for whoever makes them small: most batches are too short for a
 * compressor to learn it by itself. The example is part of the protocol, so that every message
 * stands for itself.
 */
@NullMarked
package org.orbweaver.overlay.compress;

import org.jspecify.annotations.NullMarked;
