package org.orbweaver.app.census;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.dht.DhtSetup;
import org.orbweaver.app.disk.PieceDisk;
import org.orbweaver.app.task.GivenUp;
import org.orbweaver.app.task.PeerTools;
import org.orbweaver.app.task.TaskKind;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.kademlia.Prefix;
import org.orbweaver.overlay.crawl.CrawlPlan;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.task.FoundLink;
import org.orbweaver.overlay.task.Piece;
import org.orbweaver.overlay.task.Result;
import org.orbweaver.overlay.task.Runner;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.overlay.task.Way;
import tools.jackson.databind.json.JsonMapper;

/**
 * Parts of the DHT's key space: whoever is closest to the prefix takes that part of the snapshot. A
 * prefix too short to be one peer's work becomes two tasks, each a bit longer; so {@code
 * dht:prefix/} is the whole DHT, taken by the whole swarm. The key is the first of the prefix. The
 * part itself, its description and then its rows, goes to r disks in pieces.
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

  /** The part of the DHT that a task is about; null if it is about something else. */
  public static @Nullable Prefix part(String uri) {
    return uri.matches(PREFIX + "[01]{0,160}") ? prefix(uri) : null;
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
        tools.wishes().prefixBits(),
        tools.results());
  }

  private final class Counting implements Work {
    private final PrefixCensus census;
    private final int bits;
    private final PieceDisk results;

    Counting(PrefixCensus census, int bits, PieceDisk results) {
      this.census = census;
      this.bits = bits;
      this.results = results;
    }

    @Override
    public Runner.Outcome run(Task task, CrawlPlan plan)
        throws IOException, InterruptedException, GivenUp {
      Prefix prefix = prefix(task.uri());
      if (prefix.length() < bits) {
        return new Runner.Outcome(
            new byte[0], List.of(half(task.uri() + '0'), half(task.uri() + '1')));
      }
      String name = "crawl-%s-%d".formatted(task.crawl(), task.round());
      PrefixCensus.Part part = census.take(name, prefix);
      long described = Files.size(part.description());
      long rows = Files.size(part.rows());
      if ((described + rows) / Piece.LONGEST + 2 > Result.MOST_PIECES) {
        throw new GivenUp(
            "its snapshot of %,d MB is too large for one task: start peers with more --prefix-bits"
                .formatted(rows >> 20));
      }
      List<EntryId> pieces = new ArrayList<>(refer(task, part.description(), described));
      pieces.addAll(refer(task, part.rows(), rows));
      SnapshotPart sum =
          new SnapshotPart(
              part.taken().nodes(), part.taken().packets(), part.taken().seconds(), described);
      return new Runner.Outcome(
          JsonMapper.shared().writeValueAsString(sum).getBytes(StandardCharsets.UTF_8),
          List.of(),
          pieces);
    }

    private List<EntryId> refer(Task task, Path file, long length) throws IOException {
      return results.refer(task.id().key(), file, 0, length);
    }

    /** As deep as the whole: it is no link that was followed. */
    private FoundLink half(String uri) {
      return new FoundLink(uri, 0, Way.ANY, 0, key(uri));
    }

    @Override
    public void close() {}
  }
}
