package org.orbweaver.app.up;

import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.Sentence;
import org.orbweaver.app.StopSignal;
import org.orbweaver.app.ThreadEnd;
import org.orbweaver.app.census.CensusTaking;
import org.orbweaver.app.census.CensusWatcher;
import org.orbweaver.app.census.Glances;
import org.orbweaver.app.census.RunningCensus;
import org.orbweaver.app.census.SnapshotName;
import org.orbweaver.app.census.TakenSnapshot;
import org.orbweaver.census.CensusOptions;
import org.orbweaver.census.journal.CensusPlan;
import org.orbweaver.census.net.CensusProgress;
import org.orbweaver.census.net.CensusSettings;
import org.orbweaver.census.strategy.StrategyName;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.udp.MonotonicClock;

/** A snapshot of the DHT every so often. */
public final class CensusWork implements Work {
  private static final Duration LETS_GO_WITHIN = Duration.ofSeconds(5);

  /** Where the census begins, asked before each. */
  public interface Gates {
    List<Endpoint> get() throws IOException;
  }

  private final Path folder;
  private final Duration every;
  private final Gates gates;
  private final CensusTaking taking;
  private final Thread thread;
  private volatile String sentence = "the first census begins";
  private volatile @Nullable CensusProgress progress;
  private volatile @Nullable TakenSnapshot latest;
  private volatile @Nullable SweepView sweep;

  private CensusWork(
      Path folder,
      Duration every,
      Gates gates,
      CensusSettings settings,
      List<Endpoint> homes,
      StopSignal stop) {
    this.folder = folder;
    this.every = every;
    this.gates = gates;
    this.taking = new CensusTaking(settings, homes, false, new Watcher(), stop, null);
    this.thread = Thread.ofPlatform().name("census").start(this::keepTaking);
  }

  private final class Watcher implements CensusWatcher {
    private final Glances looks = new Glances();

    @Override
    public void see(CensusProgress now, RunningCensus running) {
      progress = now;
      if (CensusWatcher.isOver(now)) {
        sweep = null;
      } else if (looks.areDue()) {
        sweep = looks.take(() -> running.look(node -> SweepView.of(now, node.crawl().crawl())));
      }
    }
  }

  /** The census that is being taken, as far as it is; null between two. */
  public @Nullable SweepView sweep() {
    return sweep;
  }

  public static CensusWork start(
      Path folder,
      Duration every,
      Gates gates,
      CensusSettings settings,
      List<Endpoint> homes,
      StopSignal stop) {
    return new CensusWork(folder, every, gates, settings, homes, stop);
  }

  private void keepTaking() {
    try {
      while (true) {
        long began = System.nanoTime();
        takeOne();
        long rest = every.toNanos() - (System.nanoTime() - began);
        Thread.sleep(Duration.ofNanos(Math.max(0, rest)));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void takeOne() throws InterruptedException {
    try {
      CensusPlan plan =
          CensusPlan.of(
                  StrategyName.SWEEP,
                  CensusOptions.WHOLE_NETWORK,
                  new SecureRandom().nextLong(),
                  MonotonicClock.now())
              .asking(false, false);
      TakenSnapshot taken = taking.take(SnapshotName.timed(folder), plan, gates.get());
      latest = taken;
      sentence =
          String.format(
              Locale.ROOT,
              "%,d nodes in the latest snapshot, taken in %.0f s",
              taken.nodes(),
              taken.seconds());
    } catch (IOException | RuntimeException e) {
      sentence = "the latest census failed: " + Sentence.of(e);
    } finally {
      progress = null;
      sweep = null;
    }
  }

  public @Nullable TakenSnapshot latest() {
    return latest;
  }

  @Override
  public String sentence() {
    CensusProgress now = progress;
    return now == null
        ? sentence
        : String.format(
            Locale.ROOT, "a census is being taken: %,d nodes so far", now.now().nodes());
  }

  @Override
  public boolean isAlive() {
    return thread.isAlive();
  }

  /** Waits until it has let go of its files, within reason. */
  @Override
  public void close() {
    ThreadEnd.await(thread, LETS_GO_WITHIN);
  }
}
