/**
 * Snapshots of a whole DHT: who is in it, found with few packets.
 *
 * <p>A {@link org.orbweaver.census.CensusCrawl} is one pass over a network or over the part of it
 * below a prefix. Nodes enter it by the contacts of the bootstrap and of every reply, and are kept
 * once each in {@link org.orbweaver.census.KnownNodes}, where they have numbers. A {@link
 * org.orbweaver.census.CrawlStrategy} sees those numbers only: it is asked for the next {@link
 * org.orbweaver.census.Question}, is told of answers and silences, and says what share of the
 * network it believes to have found ({@link org.orbweaver.census.Belief}). Whoever drives the
 * crawl, on real sockets or in the lab, turns questions into packets. At the end {@code
 * census.snapshot} writes the known nodes down.
 *
 * <p>Three strategies exist, so that they can be compared: {@code census.strategy} names them and
 * holds the published baseline and Splider, {@code census.sweep} is ours.
 *
 * <p>Nothing here opens a socket, reads a clock or draws unseeded randomness.
 */
@NullMarked
package org.orbweaver.census;

import org.jspecify.annotations.NullMarked;
