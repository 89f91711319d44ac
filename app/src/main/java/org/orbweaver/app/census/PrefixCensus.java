package org.orbweaver.app.census;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.orbweaver.app.StopSignal;
import org.orbweaver.census.CensusOptions;
import org.orbweaver.census.journal.CensusPlan;
import org.orbweaver.census.net.CensusSettings;
import org.orbweaver.census.strategy.StrategyName;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Prefix;
import org.orbweaver.udp.MonotonicClock;

/**
 * Takes parts of a snapshot for a peer that was given them as tasks, one at a time: the limits on
 * packets are those of one census. A part that was begun before a restart is continued.
 */
public final class PrefixCensus {
  /** What came of a part: how it was taken, its rows, and their sum. */
  public record Part(Path description, Path rows, TakenSnapshot taken) {}

  private static final double RECALL = 0.999;

  private final CensusSettings settings;
  private final List<Endpoint> homes;
  private final List<Endpoint> bootstrap;
  private final Path folder;
  private final StopSignal stop;
  private final ReentrantLock oneAtATime = new ReentrantLock();

  public PrefixCensus(
      boolean ours, List<Endpoint> homes, List<Endpoint> bootstrap, Path folder, StopSignal stop) {
    this.settings = CensusSettings.PUBLIC.inNetworkOfOurOwn(ours);
    this.homes = List.copyOf(homes);
    this.bootstrap = List.copyOf(bootstrap);
    this.folder = folder;
    this.stop = stop;
  }

  /**
   * @param name of the snapshot that it is a part of
   */
  public Part take(String name, Prefix part) throws IOException, InterruptedException {
    oneAtATime.lockInterruptibly();
    try {
      Files.createDirectories(folder);
      SnapshotName file = new SnapshotName(folder, name).part(part.toString());
      CensusOptions options = new CensusOptions(part, CensusOptions.Mode.DISCOVER, RECALL);
      CensusPlan plan =
          CensusPlan.of(
              StrategyName.SWEEP, options, new SecureRandom().nextLong(), MonotonicClock.now());
      Files.deleteIfExists(file.parquet()); // of a run whose peer died before it could say so
      TakenSnapshot taken =
          new CensusTaking(settings, homes, false, CensusWatcher.SILENT, stop, null)
              .take(file, plan, bootstrap);
      if (!taken.complete()) {
        throw new IOException("the part " + part + " is not complete: it goes on after a restart");
      }
      return new Part(file.description(), file.parquet(), taken);
    } finally {
      oneAtATime.unlock();
    }
  }
}
