package org.orbweaver.indexer.store.sql;

import java.util.Collection;

/** The words by which one torrent is found. */
record IndexedText(long id, Collection<String> words) {}
