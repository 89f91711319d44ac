/**
 * Memento (RFC 7089): dates of HTTP, Link headers, and TimeMaps in three formats, so that any
 * Memento client can walk through an archive's times.
 */
@NullMarked
package org.orbweaver.archive.memento;

import org.jspecify.annotations.NullMarked;
