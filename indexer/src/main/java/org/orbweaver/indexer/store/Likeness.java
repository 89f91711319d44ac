package org.orbweaver.indexer.store;

import org.orbweaver.indexer.search.Hit;

/**
 * A torrent that has files in common with another.
 *
 * @param shared the bytes in files of both, as a share of those in files of either
 * @param sameFiles whether it is the same under another name
 */
public record Likeness(Hit hit, double shared, boolean sameFiles) {}
