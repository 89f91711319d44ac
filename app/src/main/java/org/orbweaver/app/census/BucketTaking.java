package org.orbweaver.app.census;

import java.io.IOException;
import java.util.List;
import org.orbweaver.app.StopSignal;
import org.orbweaver.census.CensusCrawl;
import org.orbweaver.census.KnownNodes;
import org.orbweaver.census.journal.CrawlJournal;
import org.orbweaver.census.journal.CrawlState;
import org.orbweaver.census.journal.RecordedCrawl;
import org.orbweaver.census.net.CensusSettings;
import org.orbweaver.census.net.InfohashListener;
import org.orbweaver.census.snapshot.Snapshot;
import org.orbweaver.census.snapshot.SnapshotInfo;
import org.orbweaver.census.snapshot.SnapshotNotes;
import org.orbweaver.census.strategy.BucketSurvey;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.udp.MonotonicClock;

/** Asks some nodes of a snapshot for their whole tables, and notes in it how full buckets are. */
public final class BucketTaking {
  private static final long LOOK_MILLIS = 200;

  /**
   * What was found.
   *
   * @param asked nodes of the snapshot
   * @param answering those of them that answered
   */
  public record Buckets(
      int asked, int answering, long packets, double seconds, List<Bucket> buckets) {}

  /** One row of figure 3. */
  public record Bucket(int depth, int tables, double contacts, double fullShare) {}

  private final CensusSettings settings;
  private final List<Endpoint> homes;
  private final boolean ipv6;
  private final CensusWatcher watcher;
  private final StopSignal stop;

  public BucketTaking(
      CensusSettings settings,
      List<Endpoint> homes,
      boolean ipv6,
      CensusWatcher watcher,
      StopSignal stop) {
    this.settings = settings;
    this.homes = homes;
    this.ipv6 = ipv6;
    this.watcher = watcher;
    this.stop = stop;
  }

  public Buckets take(Snapshot snapshot, int sample) throws IOException, InterruptedException {
    List<Contact> nodes = choose(snapshot, sample);
    long start = MonotonicClock.now();
    KnownNodes known = new KnownNodes(start);
    BucketSurvey survey = new BucketSurvey(known, nodes.size());
    CensusCrawl crawl = new CensusCrawl(known, survey);
    nodes.forEach(node -> crawl.bootstrap(node, start));
    long packets = run(new RecordedCrawl(crawl, start, CrawlJournal.NONE));
    SnapshotNotes.addBuckets(
        snapshot,
        survey.depths().stream()
            .map(each -> new SnapshotInfo.Bucket(each.depth(), each.tables(), each.mean()))
            .toList());
    return new Buckets(
        nodes.size(),
        survey.answering(),
        packets,
        (MonotonicClock.now() - start) / 1e9,
        survey.depths().stream().map(BucketTaking::bucket).toList());
  }

  private static Bucket bucket(BucketSurvey.Depth depth) {
    return new Bucket(
        depth.depth(), depth.tables(), depth.mean(), (double) depth.full() / depth.tables());
  }

  private List<Contact> choose(Snapshot snapshot, int sample) {
    List<Contact> chosen =
        NodeSample.of(
            snapshot,
            sample,
            at -> at.isIpv4() != ipv6 && (settings.anyAddress() || at.isGlobal()));
    if (chosen.isEmpty()) {
      throw new IllegalArgumentException(
          "the snapshot %s has no node that can be asked".formatted(snapshot.parquet()));
    }
    return chosen;
  }

  private long run(RecordedCrawl crawl) throws IOException, InterruptedException {
    try (RunningCensus running =
        RunningCensus.start(
            settings, homes, List.of(), CrawlState.beginning(crawl), InfohashListener.NOBODY)) {
      while (!watcher.isOver(running) && !stop.awaitMillis(LOOK_MILLIS)) {}
      return running.stop().progress(MonotonicClock.now()).now().packets();
    }
  }
}
