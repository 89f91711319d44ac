package org.orbweaver.app.swarm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.orbweaver.app.census.PrefixCensus;
import org.orbweaver.app.drive.ThreadedRunner;
import org.orbweaver.kademlia.Prefix;
import org.orbweaver.overlay.crawl.CrawlRecord;
import org.orbweaver.overlay.task.Runner;
import org.orbweaver.overlay.task.Task;
import tools.jackson.databind.json.JsonMapper;

/**
 * A part of the DHT's key space as a task: whoever is closest to the prefix takes that part of the
 * snapshot. A prefix too short to be one peer's work becomes two tasks, each a bit longer; so
 * {@code dht:prefix/} is the whole DHT, taken by the whole swarm.
 */
public final class PrefixWork implements ThreadedRunner.Work {
  public static final String SCHEME = "dht:prefix/";

  private final PrefixCensus census;
  private final int bits;

  /**
   * @param bits that a part's prefix has at least
   */
  public PrefixWork(PrefixCensus census, int bits) {
    this.census = census;
    this.bits = bits;
  }

  @Override
  public Runner.Outcome run(Task task) throws IOException, InterruptedException {
    String written = task.uri().substring(SCHEME.length());
    if (written.length() < bits) {
      return new Runner.Outcome(new byte[0], List.of(task.uri() + '0', task.uri() + '1'));
    }
    String name = "crawl-%s-%d".formatted(CrawlRecord.name(task.crawl()), task.round());
    PrefixCensus.Part part = census.take(name, Prefix.parse(written));
    return new Runner.Outcome(
        JsonMapper.shared().writeValueAsString(part).getBytes(StandardCharsets.UTF_8), List.of());
  }
}
