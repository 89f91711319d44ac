package org.orbweaver.app.up;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.Sentence;
import org.orbweaver.app.ThreadEnd;
import org.orbweaver.census.analysis.AnalysisTables.PlaceLookup;
import org.orbweaver.census.analysis.DuckDbEngine;
import org.orbweaver.census.report.CensusReport;
import org.orbweaver.census.report.CensusReporter;
import org.orbweaver.census.snapshot.ScratchFolder;
import org.orbweaver.census.snapshot.Snapshot;
import org.orbweaver.census.snapshot.SnapshotException;

/**
 * Keeps a report of the snapshots in a folder, in the background. What one snapshot tells is shown
 * as soon as it has come. How they differ takes reading all of them, longer with each: that is told
 * of anew after pauses twenty times as long as it took.
 */
public final class SnapshotReading implements Work {
  /** The latest of them are enough for a curve, and a day of them for sessions. */
  private static final int MOST = 480;

  private static final Duration LETS_GO_WITHIN = Duration.ofSeconds(5);
  private static final Duration LOOK = Duration.ofSeconds(2);
  private static final int PATIENCE = 20;

  private final Path folder;
  private final PlaceLookup places;
  private final String program;
  private final Thread thread;
  private volatile @Nullable CensusReport report;
  private volatile String problem = "";
  private String read = "";
  private String compared = "";
  private long restsUntil = System.nanoTime();

  private SnapshotReading(Path folder, PlaceLookup places, String program) {
    this.folder = folder;
    this.places = places;
    this.program = program;
    this.thread = Thread.ofPlatform().daemon().name("snapshots").start(this::keepReading);
  }

  public static SnapshotReading start(Path folder, PlaceLookup places, String program) {
    return new SnapshotReading(folder, places, program);
  }

  private void keepReading() {
    try {
      while (true) {
        readIfNew();
        Thread.sleep(LOOK);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void readIfNew() {
    try {
      List<Snapshot> snapshots = snapshots();
      if (!snapshots.isEmpty()) {
        read(snapshots);
        problem = "";
      }
    } catch (IOException | RuntimeException e) {
      problem = "the snapshots cannot be read: " + Sentence.of(e);
    }
  }

  private void read(List<Snapshot> snapshots) throws IOException {
    String latest = snapshots.getLast().name();
    if (!latest.equals(read)) {
      CensusReport alone = reported(List.of(snapshots.getLast()));
      CensusReport before = report;
      report = before == null ? alone : alone.withSeriesOf(before);
      read = latest;
    }
    if (!latest.equals(compared) && System.nanoTime() - restsUntil >= 0) {
      long began = System.nanoTime();
      if (snapshots.size() > 1) {
        report = reported(snapshots);
      }
      compared = latest;
      restsUntil = System.nanoTime() + PATIENCE * (System.nanoTime() - began);
    }
  }

  private CensusReport reported(List<Snapshot> snapshots) throws IOException {
    return new CensusReporter(DuckDbEngine::new, places, (share, what) -> {})
        .report(snapshots, () -> ScratchFolder.beside(snapshots.getLast().parquet()), program);
  }

  private List<Snapshot> snapshots() {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    List<Snapshot> all;
    try {
      all = Snapshot.openAll(List.of(folder));
    } catch (SnapshotException e) {
      return List.of(); // none yet, or one that is being written
    }
    return all.subList(Math.max(0, all.size() - MOST), all.size());
  }

  /** What they tell; null as long as there is none. */
  public @Nullable CensusReport report() {
    return report;
  }

  @Override
  public String sentence() {
    CensusReport latest = report;
    if (!problem.isEmpty()) {
      return problem;
    }
    return latest == null ? "no snapshot yet" : "snapshot %s is shown".formatted(latest.latest());
  }

  /** Waits until it has let go of its files, within reason. */
  @Override
  public void close() {
    ThreadEnd.await(thread, LETS_GO_WITHIN);
  }
}
