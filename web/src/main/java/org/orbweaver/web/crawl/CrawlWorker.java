package org.orbweaver.web.crawl;

import org.orbweaver.web.frontier.HostTurn;

/** A virtual thread that uses one turn after the other. */
final class CrawlWorker implements Runnable {
  private final TurnDispatcher turns;
  private final VisitDriver use;

  CrawlWorker(TurnDispatcher turns, VisitDriver use) {
    this.turns = turns;
    this.use = use;
  }

  @Override
  public void run() {
    try {
      HostTurn turn;
      while ((turn = turns.next()) != null) {
        use.use(turn);
        turns.used();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the crawl is being stopped
    } catch (RuntimeException | Error e) {
      turns.fail(e); // a host was taken and will not come back: better no crawl than one that hangs
    }
  }
}
