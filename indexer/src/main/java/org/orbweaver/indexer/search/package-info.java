/**
 * What a search is, before any engine runs it: the user's line becomes a {@link
 * org.orbweaver.indexer.search.SearchQuery}, its text becomes {@link
 * org.orbweaver.indexer.search.Words}, and those become an {@link
 * org.orbweaver.indexer.search.IndexQuery} over the same words under which the torrents were
 * indexed. Because the words are made here and not by the engines, SQLite and PostgreSQL find the
 * same torrents, in Chinese as in English.
 */
@NullMarked
package org.orbweaver.indexer.search;

import org.jspecify.annotations.NullMarked;
