package org.orbweaver.app.census;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.orbweaver.app.dht.DhtSetup;
import org.orbweaver.app.task.PeerTools;
import org.orbweaver.app.task.TaskKind;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.kademlia.Prefix;
import org.orbweaver.overlay.crawl.CrawlPlan;
import org.orbweaver.overlay.task.FoundLink;
import org.orbweaver.overlay.task.Runner;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.overlay.task.Way;
import tools.jackson.databind.json.JsonMapper;

/**
 * Parts of the DHT's key space: whoever is closest to the prefix takes that part of the snapshot. A
 * prefix too short to be one peer's work becomes two tasks, each a bit longer; so {@code
 * dht:prefix/} is the whole DHT, taken by the whole swarm. The key is the first of the prefix.
 */
public final class PrefixTasks implements TaskKind {
  private static final String PREFIX = "dht:prefix/";

  @Override
  public List<String> schemes() {
    return List.of("dht");
  }

  @Override
  public String form() {
    return PREFIX + '…';
  }

  @Override
  public String canonical(String uri) {
    String lower = uri.toLowerCase(Locale.ROOT);
    if (!lower.matches(PREFIX + "[01]{0,160}")) {
      throw new IllegalArgumentException(
          "'%s' is no part of the DHT; write dht:prefix/1001, or dht:prefix/ for all of it"
              .formatted(uri));
    }
    return lower;
  }

  @Override
  public Key key(String canonical) {
    return prefix(canonical).first();
  }

  private static Prefix prefix(String canonical) {
    return Prefix.parse(canonical.substring(PREFIX.length()));
  }

  @Override
  public Work open(PeerTools tools) throws IOException {
    DhtSetup setup = tools.wishes().dht().setup();
    List<Endpoint> first = new ArrayList<>(setup.bootstrap().nodes());
    first.addAll(setup.bootstrap().routers());
    return new Counting(
        new PrefixCensus(
            setup.ours(), setup.homes(), first, tools.data().resolve("snapshots"), tools.stop()),
        tools.wishes().prefixBits());
  }

  private final class Counting implements Work {
    private final PrefixCensus census;
    private final int bits;

    Counting(PrefixCensus census, int bits) {
      this.census = census;
      this.bits = bits;
    }

    @Override
    public Runner.Outcome run(Task task, CrawlPlan plan) throws IOException, InterruptedException {
      Prefix prefix = prefix(task.uri());
      if (prefix.length() < bits) {
        return new Runner.Outcome(
            new byte[0], List.of(half(task.uri() + '0'), half(task.uri() + '1')));
      }
      String name = "crawl-%s-%d".formatted(task.crawl(), task.round());
      PrefixCensus.Part part = census.take(name, prefix);
      return new Runner.Outcome(
          JsonMapper.shared().writeValueAsString(part).getBytes(StandardCharsets.UTF_8), List.of());
    }

    /** As deep as the whole: it is no link that was followed. */
    private FoundLink half(String uri) {
      return new FoundLink(uri, 0, Way.ANY, 0, key(uri));
    }

    @Override
    public void close() {}
  }
}
