package org.orbweaver.census.journal;

/**
 * A crawl at one moment; all figures count from its start.
 *
 * @param nanos since the start
 * @param packets sent, those to bootstrap nodes and second tries included
 * @param bytesIn of UDP payload
 */
public record GrowthPoint(
    long nanos, int nodes, long packets, long packetsIn, long bytesIn, long bytesOut) {
  public static final GrowthPoint START = new GrowthPoint(0, 0, 0, 0, 0, 0);
}
