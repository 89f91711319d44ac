package org.orbweaver.mainline;

/**
 * The size of a swarm as BEP 33 counts it: the union of what all nodes near the infohash know.
 *
 * @param answers how many nodes knew the swarm
 */
public record ScrapeResult(
    LookupResult lookup, ScrapeFilter seeds, ScrapeFilter peers, int answers) {}
