package org.orbweaver.lab.command;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.page.PageTasks;
import org.orbweaver.app.task.PeerTools;
import org.orbweaver.app.task.TaskKind;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.crawl.CrawlPlan;
import org.orbweaver.overlay.task.Runner;
import org.orbweaver.overlay.task.Task;

/** Web pages as the product fetches them, but each is a while away, as on the real web. */
final class DistantPages implements TaskKind {
  private final TaskKind pages = new PageTasks();
  private final Duration latency;

  DistantPages(Duration latency) {
    this.latency = latency;
  }

  @Override
  public List<String> schemes() {
    return pages.schemes();
  }

  @Override
  public String form() {
    return pages.form();
  }

  @Override
  public String canonical(String uri) {
    return pages.canonical(uri);
  }

  @Override
  public @Nullable Key key(String canonical) {
    return pages.key(canonical);
  }

  @Override
  public Work open(PeerTools tools) throws IOException {
    Work near = pages.open(tools);
    return new Work() {
      @Override
      public Runner.Outcome run(Task task, CrawlPlan plan) throws Exception {
        Thread.sleep(latency);
        return near.run(task, plan);
      }

      @Override
      public Runner.Outcome run(Task task, CrawlPlan plan, TaskKind.Attempt attempt)
          throws Exception {
        Thread.sleep(latency);
        return near.run(task, plan, attempt);
      }

      @Override
      public void close() throws IOException {
        near.close();
      }
    };
  }
}
