package org.orbweaver.app.census;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.StopSignal;
import org.orbweaver.census.Belief;
import org.orbweaver.census.ErrorClass;
import org.orbweaver.census.KnownNodes;
import org.orbweaver.census.journal.CensusPlan;
import org.orbweaver.census.journal.GrowthPoint;
import org.orbweaver.census.journal.JournalEdges;
import org.orbweaver.census.journal.RecordedCrawl;
import org.orbweaver.census.net.CensusNode;
import org.orbweaver.census.net.CensusSettings;
import org.orbweaver.census.net.InfohashListener;
import org.orbweaver.census.snapshot.EdgeWriter;
import org.orbweaver.census.snapshot.Snapshot;
import org.orbweaver.census.snapshot.SnapshotInfo;
import org.orbweaver.census.snapshot.SnapshotRow;
import org.orbweaver.census.snapshot.SnapshotSchema;
import org.orbweaver.census.snapshot.SnapshotWriter;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Prefix;
import org.orbweaver.udp.MonotonicClock;

/** Takes one snapshot, from the first packet to the files. */
public final class CensusTaking {
  /** A kill loses what was done in so long; a power failure, what was done since this twice. */
  private static final long FORCE_NANOS = 3_000_000_000L;

  private final CensusSettings settings;
  private final List<Endpoint> homes;
  private final boolean edges;
  private final CensusWatcher watcher;
  private final StopSignal stop;
  private final @Nullable PlantedNodes planted;

  public CensusTaking(
      CensusSettings settings,
      List<Endpoint> homes,
      boolean edges,
      CensusWatcher watcher,
      StopSignal stop,
      @Nullable PlantedNodes planted) {
    this.settings = settings;
    this.homes = homes;
    this.edges = edges;
    this.watcher = watcher;
    this.stop = stop;
    this.planted = planted;
  }

  /** Begins the snapshot, or goes on with it if it was begun. */
  public TakenSnapshot take(SnapshotName name, CensusPlan plan, List<Endpoint> bootstrap)
      throws IOException, InterruptedException {
    if (Files.exists(name.parquet()) && !Files.exists(name.journal())) {
      throw new IOException(
          "the snapshot %s exists already: give another --out, or remove it"
              .formatted(name.parquet()));
    }
    try (Checkpoint checkpoint = Checkpoint.of(name, plan)) {
      return take(name, checkpoint, bootstrap);
    }
  }

  /** Goes on with a snapshot, whatever it was begun with. */
  public TakenSnapshot resume(SnapshotName name, List<Endpoint> bootstrap)
      throws IOException, InterruptedException {
    try (Checkpoint checkpoint = Checkpoint.resume(name)) {
      return take(name, checkpoint, bootstrap);
    }
  }

  private TakenSnapshot take(SnapshotName name, Checkpoint checkpoint, List<Endpoint> bootstrap)
      throws IOException, InterruptedException {
    CensusSettings asking = settings.askingForSamples(checkpoint.plan().samples());
    try (@Nullable InfohashFile infohashes =
        checkpoint.plan().samples() ? InfohashFile.continuing(name.infohashes()) : null) {
      CensusNode node;
      try (RunningCensus running =
          RunningCensus.start(
              asking,
              homes,
              bootstrap,
              checkpoint.state(),
              infohashes == null ? InfohashListener.NOBODY : infohashes)) {
        watch(running, checkpoint);
        node = running.stop();
      }
      if (node.phase() == CensusNode.Phase.NOBODY_ANSWERED) {
        checkpoint.close();
        Files.deleteIfExists(name.journal());
        throw new IOException(
            "no bootstrap node answered (%s): check the network, or name reachable nodes with --bootstrap"
                .formatted(some(bootstrap)));
      }
      checkpoint.writer().flush();
      checkpoint.file().force();
      return write(name, checkpoint, node, infohashes);
    }
  }

  private static String some(List<Endpoint> nodes) {
    String first = nodes.getFirst().toString();
    return nodes.size() == 1 ? first : first + " and " + (nodes.size() - 1) + " more";
  }

  private void watch(RunningCensus running, Checkpoint checkpoint)
      throws IOException, InterruptedException {
    watcher.begin(checkpoint.plan());
    long forcedAt = System.nanoTime();
    boolean over = false;
    while (!over) {
      over = watcher.isOver(running) || stop.awaitMillis(200);
      if (System.nanoTime() - forcedAt > FORCE_NANOS) {
        checkpoint.file().force();
        forcedAt = System.nanoTime();
      }
    }
  }

  private TakenSnapshot write(
      SnapshotName name, Checkpoint checkpoint, CensusNode node, @Nullable InfohashFile infohashes)
      throws IOException {
    boolean complete = node.phase() == CensusNode.Phase.DONE;
    RecordedCrawl crawl = node.crawl();
    Belief belief = crawl.crawl().belief();
    List<GrowthPoint> growth = node.growth(MonotonicClock.now());
    Prefix part = checkpoint.plan().part();
    Snapshot written;
    try (SnapshotWriter writer = new SnapshotWriter(name.folder(), name.name())) {
      addRows(writer, crawl.nodes(), part, false);
      addRows(writer, crawl.unsendable(), part, true);
      written = writer.finish(info(checkpoint, crawl, belief, growth, complete));
    }
    if (edges) {
      try (EdgeWriter writer = new EdgeWriter(name.folder(), name.name())) {
        JournalEdges.read(name.journal(), crawl.nodes(), writer::add);
        writer.finish();
      }
    }
    long checkpointBytes = checkpoint.file().bytes();
    if (complete) {
      Files.delete(name.journal());
    }
    return TakenSnapshot.of(
        written,
        complete,
        checkpoint.resumed(),
        growth.getLast(),
        belief,
        checkpoint.plan().ipv6(),
        crawl.unsendable().size(),
        infohashes == null ? null : infohashes.written(),
        checkpointBytes);
  }

  private static void addRows(
      SnapshotWriter writer, KnownNodes nodes, Prefix part, boolean unsendable) {
    for (int i = 0; i < nodes.size(); i++) {
      if (part.contains(nodes.id(i))) {
        ErrorClass error = unsendable ? ErrorClass.UNSENDABLE : nodes.error(i);
        writer.add(SnapshotRow.of(nodes.get(i), error));
      }
    }
  }

  private SnapshotInfo info(
      Checkpoint checkpoint,
      RecordedCrawl crawl,
      Belief belief,
      List<GrowthPoint> growth,
      boolean complete) {
    CensusPlan plan = checkpoint.plan();
    Map<String, String> how = new TreeMap<>();
    how.put("wantedRecall", Double.toString(plan.wantedRecall()));
    how.put("packetsPerSecond", Integer.toString(settings.packetsPerSecond()));
    how.put("packetsPerSecondEach", Double.toString(settings.packetsPerSecondEach()));
    how.put("tries", Integer.toString(settings.tries()));
    how.put("question", plan.samples() ? "sample_infohashes" : "find_node");
    how.put("network", plan.ipv6() ? "IPv6" : "IPv4");
    how.put("complete", Boolean.toString(complete));
    how.put("resumed", Boolean.toString(checkpoint.resumed()));
    how.put("homes", Integer.toString(homes.size()));
    return new SnapshotInfo(
        SnapshotSchema.FORMAT,
        "orb",
        plan.strategy().name().toLowerCase(Locale.ROOT),
        plan.mode().name().toLowerCase(Locale.ROOT),
        plan.prefix(),
        plan.start() / 1000,
        MonotonicClock.now() / 1000,
        0,
        0,
        growth.getLast().packets(),
        crawl.crawl().answers(),
        SnapshotInfo.Estimate.of(belief),
        TakenSnapshot.growth(growth, plan.ipv6()),
        planted == null ? null : planted.found(crawl.nodes(), plan.part()),
        List.of(),
        how);
  }
}
