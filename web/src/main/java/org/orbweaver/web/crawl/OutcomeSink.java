package org.orbweaver.web.crawl;

/** Where what came of a turn is handed over to be made lasting. */
interface OutcomeSink {
  /** May block while too much is pending. */
  void hand(VisitOutcome outcome) throws InterruptedException;
}
