package org.orbweaver.census;

/** Takes the nodes of a finished crawl, one after the other: a file, an analysis, a test. */
@FunctionalInterface
public interface SnapshotSink {
  void accept(KnownNode node);
}
