/**
 * The store in SQL, opened by {@link org.orbweaver.indexer.store.sql.TorrentStores}.
 *
 * <p>There are two engines under one schema: SQLite for one process, PostgreSQL for many. A {@link
 * org.orbweaver.indexer.store.sql.Database} hands out connections, a {@link
 * org.orbweaver.indexer.store.sql.Dialect} says what each engine says in its own way. Every write
 * is a batch in key order within one transaction, so that two writers meet each other's rows in the
 * same order and never deadlock (§3.2 of the indexer paper found that out the hard way).
 */
@NullMarked
package org.orbweaver.indexer.store.sql;

import org.jspecify.annotations.NullMarked;
