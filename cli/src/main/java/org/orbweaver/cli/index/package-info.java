/** {@code orb index}: the torrent index, from running the indexer to searching what it found. */
@NullMarked
package org.orbweaver.cli.index;

import org.jspecify.annotations.NullMarked;
