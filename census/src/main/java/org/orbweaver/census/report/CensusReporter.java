package org.orbweaver.census.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import org.orbweaver.census.analysis.Analysis;
import org.orbweaver.census.analysis.AnalysisEngine;
import org.orbweaver.census.analysis.AnalysisTables;
import org.orbweaver.census.analysis.AnalysisTables.PlaceLookup;
import org.orbweaver.census.analysis.Table;
import org.orbweaver.census.snapshot.ScratchFolder;
import org.orbweaver.census.snapshot.Snapshot;
import org.orbweaver.census.snapshot.SnapshotColumns;
import org.orbweaver.census.suspects.Suspects;

/**
 * Makes a report: everything one snapshot tells from the latest, and how they differ from all of
 * them. So a day of 480 snapshots is gone through once for each question about the day, and the
 * other questions cost what one snapshot costs.
 */
public final class CensusReporter {
  /** Told how far the work is, a share of one, and what is being done. */
  @FunctionalInterface
  public interface Listener {
    void at(double share, String what);
  }

  private final Function<AnalysisTables, AnalysisEngine> engines;
  private final PlaceLookup places;
  private final Listener listener;

  public CensusReporter(
      Function<AnalysisTables, AnalysisEngine> engines, PlaceLookup places, Listener listener) {
    this.engines = engines;
    this.places = places;
    this.listener = listener;
  }

  /**
   * @param snapshots earliest first, at least one
   * @param scratch makes a new folder for what does not fit into memory
   */
  public CensusReport report(List<Snapshot> snapshots, Scratch scratch, String program)
      throws IOException {
    Snapshot latest = snapshots.getLast();
    Map<String, Table> answers = new TreeMap<>();
    run(Analysis.Scope.SERIES, snapshots, PlaceLookup.NONE, scratch.make(), answers);
    run(Analysis.Scope.SNAPSHOT, List.of(latest), places, scratch.make(), answers);
    listener.at(0.9, "suspects");
    Suspects suspects = Suspects.of(SnapshotColumns.load(latest));
    listener.at(0.97, "sessions");
    return new CensusReport(
        program,
        latest.name(),
        latest.info(),
        PopulationEstimate.all(latest.info(), require(answers, Analysis.RECAPTURE)),
        suspects,
        SessionSeries.report(snapshots, require(answers, Analysis.SESSIONS)),
        answers);
  }

  /** Makes folders. */
  @FunctionalInterface
  public interface Scratch {
    ScratchFolder make() throws IOException;
  }

  private void run(
      Analysis.Scope scope,
      List<Snapshot> snapshots,
      PlaceLookup lookup,
      ScratchFolder scratch,
      Map<String, Table> answers) {
    List<Analysis> wanted = new ArrayList<>();
    for (Analysis each : Analysis.values()) {
      if (each.scope() == scope) {
        wanted.add(each);
      }
    }
    try (AnalysisTables tables = AnalysisTables.prepare(snapshots, lookup, scratch);
        AnalysisEngine engine = engines.apply(tables)) {
      for (Analysis each : wanted) {
        listener.at(0.9 * answers.size() / Analysis.values().length, each.label());
        answers.put(each.label(), engine.run(each));
      }
    }
  }

  private static Table require(Map<String, Table> answers, Analysis analysis) {
    return Objects.requireNonNull(answers.get(analysis.label()));
  }
}
