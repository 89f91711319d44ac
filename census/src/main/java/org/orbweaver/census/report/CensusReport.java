package org.orbweaver.census.report;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.orbweaver.census.analysis.Analysis;
import org.orbweaver.census.analysis.Table;
import org.orbweaver.census.sessions.SessionReport;
import org.orbweaver.census.snapshot.SnapshotInfo;
import org.orbweaver.census.suspects.Suspects;

/**
 * All figures of a report; its JSON as it stands.
 *
 * @param program name and version of what made it
 * @param latest the name of the last snapshot, of which everything is told that one snapshot tells
 * @param taken how that one was taken
 * @param population how many nodes there are, by every method at hand
 * @param sessions how long nodes stay; null with fewer than eight snapshots
 * @param analyses the answers of all analyses by name
 */
public record CensusReport(
    String program,
    String latest,
    SnapshotInfo taken,
    List<PopulationEstimate> population,
    Suspects suspects,
    @Nullable SessionReport sessions,
    Map<String, Table> analyses) {
  public CensusReport {
    population = List.copyOf(population);
    analyses = new TreeMap<>(analyses);
  }

  /** The same, with what an earlier one told of how snapshots differ. */
  public CensusReport withSeriesOf(CensusReport earlier) {
    Map<String, Table> both = new TreeMap<>(analyses);
    for (Analysis each : Analysis.values()) {
      if (each.scope() == Analysis.Scope.SERIES) {
        both.put(each.label(), earlier.table(each));
      }
    }
    return new CensusReport(program, latest, taken, population, suspects, earlier.sessions, both);
  }

  Table table(Analysis analysis) {
    return Objects.requireNonNull(analyses.get(analysis.label()));
  }
}
