package org.orbweaver.app.page;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.capture.PageNote;
import org.orbweaver.app.task.Budgets;
import org.orbweaver.app.task.PeerTools;
import org.orbweaver.app.task.TaskKind;
import org.orbweaver.fetch.url.Canonical;
import org.orbweaver.fetch.url.WebUrl;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.web.visit.Trail;

/** Web pages: fetched under leases of the whole swarm into the peer's archive. */
public final class PageTasks implements TaskKind {
  @Override
  public List<String> schemes() {
    return List.of("https", "http");
  }

  @Override
  public String form() {
    return "https://…";
  }

  @Override
  public String canonical(String uri) {
    return Canonical.of(address(uri)).toString();
  }

  @Override
  public String given(String uri) {
    return Canonical.spelled(address(uri)).toString();
  }

  @Override
  public Task seed(CrawlId crawl, String uri) {
    WebUrl spelled = Canonical.spelled(address(uri));
    WebUrl name = Canonical.of(spelled);
    return Task.of(crawl, name.toString()).noted(new PageNote(Trail.SEED, spelled).text(name));
  }

  private static WebUrl address(String uri) {
    WebUrl url = WebUrl.parse(uri);
    if (url == null) {
      throw new IllegalArgumentException("'" + uri + "' is no address of a web page");
    }
    return url;
  }

  @Override
  public @Nullable Key key(String canonical) {
    return null;
  }

  @Override
  public Work open(PeerTools tools) throws IOException {
    Budgets budgets = tools.budgets();
    if (budgets == null) {
      return PageWork.open(tools);
    }
    int pagesPerHost = tools.wishes().web().crawl().visit().manners().pagesPerHost();
    return new BudgetedPages(PageWork.open(tools), budgets, pagesPerHost);
  }
}
