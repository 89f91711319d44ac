/** From the DHT's traffic to a searchable torrent index: infohash in, torrent out. */
@NullMarked
package org.orbweaver.indexer;

import org.jspecify.annotations.NullMarked;
