package org.orbweaver.indexer.exchange;

import org.orbweaver.indexer.store.TorrentEntry;

/**
 * A torrent from somebody else's file.
 *
 * @param seeders -1 if they were never counted
 */
public record ImportedTorrent(TorrentEntry entry, int seeders, int leechers) {}
