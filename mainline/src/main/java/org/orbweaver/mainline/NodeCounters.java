package org.orbweaver.mainline;

/** What the node counts, as plain numbers of its one thread; {@link #snapshot} is for others. */
final class NodeCounters {
  long queriesReceived;
  long queriesAnswered;
  long malformed;
  long flooding;
  long notForUs;
  long queriesSent;
  long queriesDeferred;
  long queriesDropped;
  long repliesReceived;
  long refusalsReceived;
  long repliesUnasked;
  long timeouts;
  long liars;
  long lookupsStarted;
  long lookupsFinished;
  long lookupQueries;

  NodeMetrics snapshot(NodeMetrics.Sizes sizes) {
    return new NodeMetrics(
        queriesReceived,
        queriesAnswered,
        malformed,
        flooding,
        notForUs,
        queriesSent,
        queriesDeferred,
        queriesDropped,
        repliesReceived,
        refusalsReceived,
        repliesUnasked,
        timeouts,
        liars,
        lookupsStarted,
        lookupsFinished,
        lookupQueries,
        sizes);
  }
}
