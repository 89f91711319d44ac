package org.orbweaver.fetch.crawl;

/** Where what came of a turn is handed over to be made lasting. */
interface Outcomes {
  /** May block while too much is pending. */
  void hand(Outcome outcome) throws InterruptedException;
}
