package org.orbweaver.indexer.pipeline;

import java.time.Duration;
import org.orbweaver.kademlia.Key;

/**
 * How the pipeline goes about it.
 *
 * @param root where the in-order traversals are staggered from: another one per process, so that
 *     indexers on one store begin at different places
 * @param walks how many traversals there are; the paper has as many as homes
 * @param lookups how many run at once; the paper has 3 per home, we as many as the pace feeds
 * @param stopEarly whether a lookup ends when two nodes agree on a peer; ours, not the paper's
 * @param fetches how many torrents' peers are asked at once
 * @param listenPort where peers can call us, or 0 if they cannot
 * @param announce whether we also announce ourselves for a torrent whose peers cannot be reached,
 *     as any client does that has only a magnet link
 * @param sweep whether hashes are collected by sample_infohashes (BEP 51)
 * @param lease how long a claimed hash is ours; after a crash others wait so long
 */
public record PipelineSettings(
    Key root,
    int walks,
    int lookups,
    boolean stopEarly,
    int fetches,
    int listenPort,
    boolean announce,
    boolean sweep,
    Duration lease) {
  /**
   * What keeps a node busy that may send two thousand queries a second: a lookup has one or two
   * under way, for a fifth of a second where nodes are far and for seconds where they are dead.
   */
  public static final int LOOKUPS = 256;

  /**
   * What a node needs that may send faster: in a network of our own, a third of it dead, 256
   * lookups send 600 queries a second and find 120 torrents, and 768 find 200 for a seventh more
   * queries a lookup, since neighbours under way know less of each other.
   */
  private static final int MOST_LOOKUPS = 768;

  private static final int QUERIES_PER_LOOKUP = 8;

  private static final int WALKS = 16;

  /**
   * Queries of one lookup at once. Two are enough where the cache knows the closest nodes: more
   * would be asked for nothing when the first two agree. An indexer has other lookups to do
   * meanwhile.
   */
  public static final int CONCURRENCY = 2;

  /** How many lookups keep a node busy that may send so many queries a second. */
  public static int lookupsAt(int queriesPerSecond) {
    return Math.clamp(queriesPerSecond / QUERIES_PER_LOOKUP, LOOKUPS, MOST_LOOKUPS);
  }

  /** However many homes there are. */
  public static PipelineSettings of(Key root) {
    return new PipelineSettings(
        root, WALKS, LOOKUPS, true, 200, 0, true, true, Duration.ofMinutes(30));
  }

  public PipelineSettings listeningAt(int port) {
    return new PipelineSettings(
        root, walks, lookups, stopEarly, fetches, port, announce, sweep, lease);
  }

  public PipelineSettings withFetches(int atOnce) {
    return new PipelineSettings(
        root, walks, lookups, stopEarly, atOnce, listenPort, announce, sweep, lease);
  }

  public PipelineSettings withWalks(int newWalks) {
    return new PipelineSettings(
        root, newWalks, lookups, stopEarly, fetches, listenPort, announce, sweep, lease);
  }

  public PipelineSettings withLookups(int atOnce) {
    return new PipelineSettings(
        root, walks, atOnce, stopEarly, fetches, listenPort, announce, sweep, lease);
  }

  public PipelineSettings toTheEnd() {
    return new PipelineSettings(
        root, walks, lookups, false, fetches, listenPort, announce, sweep, lease);
  }

  public PipelineSettings withoutAnnounces() {
    return new PipelineSettings(
        root, walks, lookups, stopEarly, fetches, listenPort, false, sweep, lease);
  }

  public PipelineSettings withoutSweep() {
    return new PipelineSettings(
        root, walks, lookups, stopEarly, fetches, listenPort, announce, false, lease);
  }
}
