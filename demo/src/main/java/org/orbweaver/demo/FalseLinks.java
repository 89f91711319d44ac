package org.orbweaver.demo;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.page.PageTasks;
import org.orbweaver.app.task.PeerTools;
import org.orbweaver.app.task.TaskKind;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.crawl.CrawlPlan;
import org.orbweaver.overlay.task.Runner;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.overlay.trust.Inspector;
import org.orbweaver.trust.VouchedCapture;

/**
 * Pages as a peer brings them that wants to be paid in attention: fetched honestly, but signed with
 * a link that is not on them. Everything else of such a peer is the product's own.
 */
final class FalseLinks implements TaskKind {
  private static final String SPAM = "http://buy-our-lanterns.test/";

  private final PageTasks honest = new PageTasks();

  @Override
  public List<String> schemes() {
    return honest.schemes();
  }

  @Override
  public String form() {
    return honest.form();
  }

  @Override
  public String canonical(String uri) {
    return honest.canonical(uri);
  }

  @Override
  public @Nullable Key key(String canonical) {
    return honest.key(canonical);
  }

  @Override
  public Work open(PeerTools tools) throws IOException {
    return new Spamming(honest.open(tools));
  }

  private record Spamming(TaskKind.Work honest) implements TaskKind.Work {
    @Override
    public Runner.Outcome run(Task task, CrawlPlan plan) throws Exception {
      return falsified(honest.run(task, plan));
    }

    @Override
    public Runner.Outcome run(Task task, CrawlPlan plan, Attempt attempt) throws Exception {
      return falsified(honest.run(task, plan, attempt));
    }

    private static Runner.Outcome falsified(Runner.Outcome brought) {
      VouchedCapture capture = brought.vouched();
      return capture == null
          ? brought
          : new Runner.Outcome(
              brought.summary(),
              brought.links(),
              brought.pieces(),
              new VouchedCapture(
                  capture.url(),
                  capture.payload(),
                  VouchedCapture.links(List.of(SPAM)),
                  capture.extractor(),
                  capture.time()));
    }

    @Override
    public Inspector.Seen inspect(Inspector.Exhibit exhibit)
        throws IOException, InterruptedException {
      return honest.inspect(exhibit);
    }

    @Override
    public void close() throws IOException {
      honest.close();
    }
  }
}
