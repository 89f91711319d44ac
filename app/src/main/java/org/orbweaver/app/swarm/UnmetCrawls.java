package org.orbweaver.app.swarm;

import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.orbweaver.overlay.task.CrawlId;

/**
 * Crawls of which this peer has tasks and no record: after a restart, honest ones that are done.
 * But anybody can send tasks of as many crawls as there are numbers, so a look through the ledger
 * keeps a few of them only, and the next look those that follow.
 */
final class UnmetCrawls {
  /** Of a look. */
  static final int MOST = 64;

  private static final Comparator<CrawlId> BY_NUMBER =
      Comparator.comparingLong(CrawlId::high).thenComparingLong(CrawlId::low);

  private final TreeSet<CrawlId> here = new TreeSet<>(BY_NUMBER);
  private @Nullable CrawlId last;

  /** There is a task of this one. */
  void add(CrawlId crawl) {
    if (last == null || BY_NUMBER.compare(crawl, last) > 0) {
      here.add(crawl);
      if (here.size() > MOST) {
        here.pollLast();
      }
    }
  }

  /** Those whose turn it is, at the end of a look. */
  List<CrawlId> take() {
    List<CrawlId> turn = List.copyOf(here);
    last = turn.size() < MOST ? null : turn.getLast();
    here.clear();
    return turn;
  }
}
