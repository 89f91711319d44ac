package org.orbweaver.census.analysis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The analyses, each an SQL file of the same name among the resources of this package. They are
 * written in what DuckDB and Spark have in common; docs/snapshots.md lists the traps.
 */
public enum Analysis {
  POPULATION(Scope.SERIES),
  RECAPTURE(Scope.SERIES),
  ID_SPACES(Scope.SNAPSHOT),
  IDS_PER_ADDRESS(Scope.SNAPSHOT),
  ADDRESS_CROWDING(Scope.SNAPSHOT),
  PRIVATE_ADDRESSES(Scope.SNAPSHOT),
  CLIENTS(Scope.SNAPSHOT),
  CLIENT_VERSIONS(Scope.SNAPSHOT),
  BEP42(Scope.SNAPSHOT),
  SCATTERED_IDS(Scope.SNAPSHOT),
  CHANGING_IDS(Scope.SERIES),
  ROUND_TRIPS(Scope.SNAPSHOT),
  ROUND_TRIP_HISTOGRAM(Scope.SNAPSHOT),
  ERRORS(Scope.SNAPSHOT),
  COUNTRIES(Scope.SNAPSHOT),
  NETWORKS(Scope.SNAPSHOT),
  CHURN(Scope.SERIES),
  SESSIONS(Scope.SERIES),
  DAILY(Scope.SERIES),
  PACKETS_PER_NODE(Scope.SNAPSHOT);

  /** Whether an analysis tells of each snapshot by itself or of how they differ. */
  public enum Scope {
    SNAPSHOT,
    SERIES
  }

  private final Scope scope;

  Analysis(Scope scope) {
    this.scope = scope;
  }

  public Scope scope() {
    return scope;
  }

  /** As it is named on the command line and among the files. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Analysis ofLabel(String label) {
    return Arrays.stream(values())
        .filter(each -> each.label().equals(label.replace('-', '_').toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no analysis \""
                        + label
                        + "\", but: "
                        + Arrays.stream(values())
                            .map(Analysis::label)
                            .collect(Collectors.joining(", "))));
  }

  public String sql() {
    try (InputStream file = Analysis.class.getResourceAsStream(label() + ".sql")) {
      if (file == null) {
        throw new IllegalStateException("the program lacks its analysis " + label());
      }
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the analysis " + label(), e);
    }
  }

  /** What it tells, from the first line of its file. */
  public String description() {
    return sql().lines().findFirst().orElse("").replaceFirst("^--\\s*", "");
  }
}
