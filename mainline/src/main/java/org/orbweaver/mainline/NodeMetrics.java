package org.orbweaver.mainline;

/**
 * A node's counters at one moment, since its start.
 *
 * @param flooding queries left unanswered because their sender sends too many
 * @param notForUs packets that came to an address that is none of our homes
 * @param queriesDeferred held back a moment by our own limits, total or per destination
 * @param queriesDropped not sent at all: banned destination or full queue
 * @param refusalsReceived errors in reply to our queries
 * @param repliesUnasked replies that match no open query of ours: late, or forged
 * @param liars replies whose ID convicted the sender
 * @param lookupQueries queries of all finished lookups together
 */
public record NodeMetrics(
    long queriesReceived,
    long queriesAnswered,
    long malformed,
    long flooding,
    long notForUs,
    long queriesSent,
    long queriesDeferred,
    long queriesDropped,
    long repliesReceived,
    long refusalsReceived,
    long repliesUnasked,
    long timeouts,
    long liars,
    long lookupsStarted,
    long lookupsFinished,
    long lookupQueries,
    Sizes sizes) {
  /**
   * How much is stored and under way now.
   *
   * @param deferredQueries that wait for our own limits
   * @param queriesPerSecond what the network bears, as far as we know
   */
  public record Sizes(
      int homes,
      int ipv4Contacts,
      int ipv6Contacts,
      int openQueries,
      int deferredQueries,
      int queriesPerSecond,
      int runningLookups,
      int waitingLookups,
      int infohashes,
      int peers,
      int items) {}
}
