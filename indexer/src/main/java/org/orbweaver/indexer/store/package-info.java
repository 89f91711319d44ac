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
 * <p>There are two engines under one schema: SQLite for one process, PostgreSQL for many. Every
 * write is a batch in key order within one transaction, so that two writers meet each other's rows
 * in the same order and never deadlock (§3.2 of the indexer paper found that out the hard way).
 */
@NullMarked
package org.orbweaver.indexer.store;

import org.jspecify.annotations.NullMarked;
