package org.orbweaver.app.page;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.task.Budgets;
import org.orbweaver.app.task.GivenUp;
import org.orbweaver.overlay.crawl.CrawlPlan;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.overlay.task.TaskKey;

/**
 * The budgets that a page draws from.
 *
 * @param pages in all, if that has a limit, and of its host; a round each
 * @param bytes in all, in units of {@link #UNIT}; null without a limit
 */
record PageBudget(List<Budgets.Purse> pages, Budgets.@Nullable Purse bytes) {
  /** A kibibyte, so that two terabytes can be counted. */
  private static final int UNIT = 1 << 10;

  static PageBudget of(Task task, CrawlPlan plan, int ownPagesPerHost) throws GivenUp {
    try {
      long pages = PageTerms.pages(plan);
      long bytes = PageTerms.bytes(plan);
      CrawlId crawl = task.crawl();
      String round = task.round() == 0 ? "" : " of round " + task.round();
      List<Budgets.Purse> purses = new ArrayList<>();
      purses.add(
          new Budgets.Purse(
              crawl,
              "host " + TaskKey.host(task.uri()) + round,
              Math.min(ownPagesPerHost, PageTerms.pagesPerHost(plan))));
      if (pages < Long.MAX_VALUE) {
        purses.add(new Budgets.Purse(crawl, "pages" + round, clamped(pages)));
      }
      return new PageBudget(
          purses,
          bytes == Long.MAX_VALUE ? null : new Budgets.Purse(crawl, "bytes" + round, units(bytes)));
    } catch (IllegalArgumentException e) {
      throw new GivenUp(String.valueOf(e.getMessage()));
    }
  }

  private static int clamped(long number) {
    return (int) Math.min(number, Integer.MAX_VALUE);
  }

  static int units(long bytes) {
    return clamped(Math.ceilDiv(bytes, UNIT));
  }

  /** What people are told when nothing is left. */
  String spent(Budgets.Purse purse) {
    if (purse.equals(bytes)) {
      return "its crawl's budget of %,d kB is spent".formatted(purse.limit());
    }
    return purse.name().startsWith("host ")
        ? "its host's budget of %,d pages is spent".formatted(purse.limit())
        : "its crawl's budget of %,d pages is spent".formatted(purse.limit());
  }
}
