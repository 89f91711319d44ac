/**
 * The catalog as files: written one torrent a line as JSON or CSV, and read back, also from what
 * bitmagnet's import endpoint takes.
 */
@NullMarked
package org.orbweaver.indexer.exchange;

import org.jspecify.annotations.NullMarked;
