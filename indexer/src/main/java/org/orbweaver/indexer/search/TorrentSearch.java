package org.orbweaver.indexer.search;

/** Finds torrents. */
public interface TorrentSearch {
  Hits search(SearchQuery query);
}
