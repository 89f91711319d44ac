package org.orbweaver.acceptance;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.StopSignal;
import org.orbweaver.app.page.PageTasks;
import org.orbweaver.app.swarm.ControlSocket;
import org.orbweaver.app.swarm.PeerOptions;
import org.orbweaver.app.swarm.PeerOrders;
import org.orbweaver.app.swarm.RunningPeer;
import org.orbweaver.app.task.LinkTasks;
import org.orbweaver.app.task.PeerTools;
import org.orbweaver.app.task.TaskKind;
import org.orbweaver.app.task.TaskKinds;
import org.orbweaver.app.trust.StoredPage;
import org.orbweaver.fetch.http.UserAgent;
import org.orbweaver.fetch.scope.Reach;
import org.orbweaver.fetch.scope.ScopeOptions;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.crawl.CrawlPlan;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.node.OverlaySettings;
import org.orbweaver.overlay.task.Piece;
import org.orbweaver.overlay.task.Runner;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.overlay.task.TaskKey;
import org.orbweaver.overlay.trust.Inspector;
import org.orbweaver.overlay.trust.TrustSettings;
import org.orbweaver.trust.Sight;
import org.orbweaver.web.WebCrawlOptions;
import org.orbweaver.web.crawl.CrawlOptions;
import org.orbweaver.web.visit.Manners;

/** A peer as {@code orb up} runs it, but that it cheats in one way. */
final class CheatingPeer {
  /** How. */
  enum Cheat {
    /** Claims pages that it has not fetched. */
    CLAIMS,
    /** Alters pages that it has fetched. */
    ALTERS,
    /** Says of every page that it is another. */
    SLANDERS,
    /** Brings a few pages as they are, then alters. */
    TURNS
  }

  private static final int HONEST_PAGES = 10;
  private static final int SUMMARY_BYTES = 22;

  private CheatingPeer() {}

  /** Data directory, address, gate, cheat, milliseconds of a period. */
  public static void main(String[] arguments) throws Exception {
    Path data = Path.of(arguments[0]);
    CrawlOptions crawl =
        CrawlOptions.usual(new UserAgent("orbweaver", "lab", "http://localhost/"))
            .withManners(Manners.none().withDelay(Duration.ofMillis(10), Duration.ZERO));
    WebCrawlOptions web =
        WebCrawlOptions.usual(crawl, ScopeOptions.of(Reach.HOST)).allowing(List.of("127.0.0.0/8"));
    PeerOptions options =
        new PeerOptions(
            data,
            "orbweaver",
            Endpoint.parse(arguments[1]),
            List.of(Endpoint.parse(arguments[2])),
            OverlaySettings.DEFAULT,
            new TaskKinds(List.of(new CheatingPages(Cheat.valueOf(arguments[3])))),
            new PeerTools.Wishes(web, LinkTasks.NO_WISHES.dht(), 4),
            TrustSettings.of(TimeUnit.MILLISECONDS.toNanos(Long.parseLong(arguments[4]))));
    try (StopSignal stop = new StopSignal(10);
        RunningPeer peer = RunningPeer.start(options, stop);
        ControlSocket _ = ControlSocket.open(data, new PeerOrders(peer))) {
      while (!stop.await(5)) {
        System.out.println(peer.status());
      }
    }
  }

  /** Pages as the product fetches and checks them, until the cheat comes in. */
  private record CheatingPages(Cheat cheat) implements TaskKind {
    private static final PageTasks HONEST = new PageTasks();

    @Override
    public List<String> schemes() {
      return HONEST.schemes();
    }

    @Override
    public String form() {
      return HONEST.form();
    }

    @Override
    public String canonical(String uri) {
      return HONEST.canonical(uri);
    }

    @Override
    public @Nullable Key key(String canonical) {
      return HONEST.key(canonical);
    }

    @Override
    public Work open(PeerTools tools) throws IOException {
      return new CheatingWork(cheat, tools, HONEST.open(tools), new AtomicInteger());
    }
  }

  private record CheatingWork(
      Cheat cheat, PeerTools tools, TaskKind.Work honest, AtomicInteger brought)
      implements TaskKind.Work {
    @Override
    public Runner.Outcome run(Task task, CrawlPlan plan) throws Exception {
      return switch (cheat) {
        case CLAIMS -> madeUp(task, new byte[SUMMARY_BYTES]);
        case ALTERS -> madeUp(task, honest.run(task, plan).summary());
        case SLANDERS -> honest.run(task, plan);
        case TURNS -> {
          Runner.Outcome page = honest.run(task, plan);
          boolean turned = brought.incrementAndGet() > HONEST_PAGES;
          yield turned ? madeUp(task, page.summary()) : page;
        }
      };
    }

    private Runner.Outcome madeUp(Task task, byte[] summary) {
      String page = "<p>What %s never said, nor would.</p>".formatted(task.uri());
      Entry piece = Piece.cut(task.id().key(), warc(task.uri(), page)).getFirst();
      tools.results().put(piece);
      return new Runner.Outcome(
          summary,
          List.of(),
          List.of(piece.id()),
          new StoredPage(page.getBytes(StandardCharsets.UTF_8)).vouch(task.uri(), false, 1));
    }

    private static byte[] warc(String uri, String page) {
      String http =
          "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n%s"
              .formatted(page.length(), page);
      return """
      WARC/1.1\r
      WARC-Type: response\r
      WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-000000000001>\r
      WARC-Target-URI: %s\r
      WARC-Date: 2026-01-01T00:00:00Z\r
      Content-Type: application/http;msgtype=response\r
      Content-Length: %d\r
      \r
      %s\r
      \r
      """
          .formatted(uri, http.length(), http)
          .getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public Inspector.Seen inspect(Inspector.Exhibit exhibit)
        throws IOException, InterruptedException {
      if (cheat != Cheat.SLANDERS) {
        return honest.inspect(exhibit);
      }
      byte[] other = warc(exhibit.uri(), "something else");
      long origin = TaskKey.host(exhibit.uri()).hashCode();
      return new Inspector.Seen(Sight.DIFFERENT, origin, other, null);
    }

    @Override
    public void close() throws IOException {
      honest.close();
    }
  }
}
