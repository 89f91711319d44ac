package org.orbweaver.app.page;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.task.PeerTools;
import org.orbweaver.app.task.TaskKind;
import org.orbweaver.fetch.url.Canonical;
import org.orbweaver.fetch.url.WebUrl;
import org.orbweaver.kademlia.Key;

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
    WebUrl url = WebUrl.parse(uri);
    if (url == null) {
      throw new IllegalArgumentException("'" + uri + "' is no address of a web page");
    }
    return Canonical.of(url).toString();
  }

  @Override
  public @Nullable Key key(String canonical) {
    return null;
  }

  @Override
  public Work open(PeerTools tools) throws IOException {
    int pagesPerHost = tools.wishes().web().crawl().visit().manners().pagesPerHost();
    return new BudgetedPages(PageWork.open(tools), tools.budgets(), pagesPerHost);
  }
}
