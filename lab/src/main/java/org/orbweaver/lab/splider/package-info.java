/**
 * The Splider experiment: the census strategies against the lab's DHT world, whose truth is known.
 *
 * <p>A {@link org.orbweaver.lab.splider.CensusWorld} is a population with 256 planted young nodes.
 * A {@link org.orbweaver.lab.splider.WorldCrawl} lets one strategy crawl it, question by question,
 * without packets in between, and {@link org.orbweaver.lab.splider.Splider} does so for all
 * strategies and seeds. Splider's table I and figures 2 and 4 come out of it.
 */
@NullMarked
package org.orbweaver.lab.splider;

import org.jspecify.annotations.NullMarked;
