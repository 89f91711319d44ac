/**
 * Which of the infohashes that pour in are worth the store's time (indexer paper §3.6).
 *
 * <p>Popular torrents are asked for all the time, rare ones once a day. A queue that drops at
 * random when it is full therefore drops the rare ones. An {@link
 * org.orbweaver.indexer.filter.ArcCache} remembers which hashes came lately or come often, and
 * {@link org.orbweaver.indexer.filter.SelectiveFilter} lets only the others through. How much it
 * remembers decides how many get through; {@link org.orbweaver.indexer.filter.BlueSize} makes it
 * larger when the queue behind it overflows and smaller when that queue runs empty, so nobody has
 * to tune it.
 *
 * <p>{@link org.orbweaver.indexer.filter.Whitelist} is the same thing turned around: the hashes
 * that we could not fetch and for whose peers we offer our own address (§2.7), so many of them as
 * we can take incoming connections for.
 *
 * <p>Pure: no I/O, no clock, no threads, no randomness.
 */
@NullMarked
package org.orbweaver.indexer.filter;

import org.jspecify.annotations.NullMarked;
