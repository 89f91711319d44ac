/**
 * What an indexer remembers: every infohash it heard of, and every torrent it obtained.
 *
 * <p>An infohash's way through here, in order: {@link org.orbweaver.indexer.store.HashLedger#note
 * noted} with its hits, {@link org.orbweaver.indexer.store.HashLedger#claim claimed} in key order
 * by one of the indexers that share the store, looked up and fetched elsewhere, and {@link
 * org.orbweaver.indexer.store.HashLedger#settle settled} with an {@link
 * org.orbweaver.indexer.store.Outcome}. If that brought a torrent, its {@link
 * org.orbweaver.indexer.store.TorrentEntry} stands in the {@link
 * org.orbweaver.indexer.store.Catalog} from then on, its swarm is counted again from time to time,
 * and when it is long dead it is dropped.
 *
 * <p>How it is kept is the matter of {@code indexer.store.sql}.
 */
@NullMarked
package org.orbweaver.indexer.store;

import org.jspecify.annotations.NullMarked;
