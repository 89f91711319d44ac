package org.orbweaver.app.page;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.orbweaver.app.capture.PageSummary;
import org.orbweaver.app.task.Budgets;
import org.orbweaver.app.task.GivenUp;
import org.orbweaver.app.task.RetryLater;
import org.orbweaver.app.task.TaskKind;
import org.orbweaver.overlay.crawl.CrawlPlan;
import org.orbweaver.overlay.task.Runner;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.overlay.task.Way;
import org.orbweaver.overlay.trust.Inspector;
import org.orbweaver.trust.Sight;

/**
 * Visits pages as long as their crawl's budgets last: of pages and bytes in all, and of pages of
 * each host. A page counts when it is captured; one that fails, or has to wait, leaves its place to
 * others. How large a page is nobody knows before, so the last ones may exceed the bytes by their
 * own size.
 */
final class BudgetedPages implements TaskKind.Work {
  private final TaskKind.Work pages;
  private final Budgets budgets;
  private final int ownPagesPerHost;

  /**
   * @param ownPagesPerHost that this peer's operator allows, whatever a plan says
   */
  BudgetedPages(TaskKind.Work pages, Budgets budgets, int ownPagesPerHost) {
    this.pages = pages;
    this.budgets = budgets;
    this.ownPagesPerHost = ownPagesPerHost;
  }

  @Override
  public Runner.Outcome run(Task task, CrawlPlan plan) throws Exception {
    return run(task, plan, new TaskKind.Attempt(false, null));
  }

  @Override
  public Runner.Outcome run(Task task, CrawlPlan plan, TaskKind.Attempt attempt) throws Exception {
    if (task.way() == Way.SHORTER) {
      return pages.run(task, plan, attempt); // the page itself was counted when it was visited
    }
    PageBudget budget = PageBudget.of(task, plan, ownPagesPerHost);
    List<Budgets.Purse> taken = new ArrayList<>();
    Runner.Outcome outcome = null;
    try {
      takeAll(budget, attempt, taken);
      outcome = pages.run(task, plan, attempt);
    } finally {
      if (outcome == null) {
        giveBack(taken);
      }
    }
    if (!outcome.isUnchanged()) {
      spendBytes(budget, outcome.summary());
    }
    return outcome;
  }

  /** What the page may cost is taken before it is lent, for a client has no purse. */
  @Override
  public Runner.Lent lend(Task task, CrawlPlan plan, TaskKind.Attempt attempt) throws Exception {
    PageBudget budget = PageBudget.of(task, plan, ownPagesPerHost);
    List<Budgets.Purse> taken = new ArrayList<>();
    Runner.Lent lent = null;
    try {
      takeAll(budget, attempt, taken);
      lent = pages.lend(task, plan, attempt);
    } finally {
      if (lent == null) {
        giveBack(taken);
      }
    }
    Runner.Lent page = lent;
    return (summary, isUnchanged) -> {
      page.over(summary, isUnchanged);
      if (summary == null) {
        giveBack(taken);
      } else if (!isUnchanged) {
        spendBytes(budget, summary);
      }
    };
  }

  private void takeAll(PageBudget budget, TaskKind.Attempt attempt, List<Budgets.Purse> taken)
      throws GivenUp, RetryLater, InterruptedException {
    if (budget.bytes() != null && !budgets.has(budget.bytes())) {
      throw new GivenUp(budget.spent(budget.bytes()));
    }
    boolean counted = attempt.before() != null; // in an earlier round
    for (Budgets.Purse purse : counted ? List.<Budgets.Purse>of() : budget.pages()) {
      take(purse, budget, taken);
    }
  }

  private void giveBack(List<Budgets.Purse> taken) {
    taken.forEach(purse -> budgets.spend(purse, -1));
  }

  private void spendBytes(PageBudget budget, byte[] summary) {
    if (budget.bytes() != null) {
      long bytes = PageSummary.read(summary).received();
      budgets.spend(budget.bytes(), PageBudget.units(bytes));
    }
  }

  private void take(Budgets.Purse purse, PageBudget budget, List<Budgets.Purse> taken)
      throws GivenUp, RetryLater, InterruptedException {
    if (!budgets.takeOne(purse)) {
      throw new GivenUp(budget.spent(purse));
    }
    taken.add(purse);
  }

  @Override
  public Sight compare(String uri, byte[] summary, byte[] records)
      throws IOException, InterruptedException {
    return pages.compare(uri, summary, records);
  }

  @Override
  public Inspector.Seen inspect(Inspector.Exhibit exhibit)
      throws IOException, InterruptedException {
    return pages.inspect(exhibit);
  }

  @Override
  public void close() throws IOException {
    pages.close();
  }
}
