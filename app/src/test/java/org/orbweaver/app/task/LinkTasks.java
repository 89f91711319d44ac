package org.orbweaver.app.task;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.dht.DhtSetup;
import org.orbweaver.fetch.http.UserAgent;
import org.orbweaver.fetch.scope.Reach;
import org.orbweaver.fetch.scope.ScopeOptions;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.crawl.CrawlPlan;
import org.orbweaver.overlay.lab.LinkGraph;
import org.orbweaver.overlay.task.FoundLink;
import org.orbweaver.overlay.task.Runner;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.web.WebCrawlOptions;
import org.orbweaver.web.crawl.CrawlOptions;

/** Pages that consist of links alone. */
public final class LinkTasks implements TaskKind {
  /** For peers without pages and without a DHT. */
  public static final PeerTools.Wishes NO_WISHES =
      new PeerTools.Wishes(
          WebCrawlOptions.usual(
              CrawlOptions.usual(new UserAgent("orbweaver", "lab", "http://localhost/")),
              ScopeOptions.of(Reach.HOST)),
          new NoDht(),
          4);

  private static final class NoDht implements PeerTools.Dht {
    @Override
    public DhtSetup setup() {
      throw new IllegalStateException("there is no DHT here");
    }

    @Override
    public Duration patience() {
      return Duration.ZERO;
    }
  }

  private final LinkGraph graph;
  private final long millis;

  public LinkTasks(LinkGraph graph, long millis) {
    this.graph = graph;
    this.millis = millis;
  }

  @Override
  public List<String> schemes() {
    return List.of("http", "https");
  }

  @Override
  public String form() {
    return "http://…";
  }

  @Override
  public String canonical(String uri) {
    return uri;
  }

  @Override
  public @Nullable Key key(String canonical) {
    return null;
  }

  @Override
  public Work open(PeerTools tools) {
    return new Work() {
      @Override
      public Runner.Outcome run(Task task, CrawlPlan plan) throws InterruptedException {
        Thread.sleep(millis);
        return new Runner.Outcome(
            new byte[8], graph.links(task.uri()).stream().map(FoundLink::to).toList());
      }

      @Override
      public void close() {}
    };
  }
}
