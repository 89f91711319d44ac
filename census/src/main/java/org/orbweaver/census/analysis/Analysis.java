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
  POPULATION,
  RECAPTURE,
  ID_SPACES,
  IDS_PER_ADDRESS,
  ADDRESS_CROWDING,
  PRIVATE_ADDRESSES,
  CLIENTS,
  CLIENT_VERSIONS,
  BEP42,
  SCATTERED_IDS,
  CHANGING_IDS,
  ROUND_TRIPS,
  ROUND_TRIP_HISTOGRAM,
  ERRORS,
  COUNTRIES,
  NETWORKS,
  CHURN,
  DAILY,
  PACKETS_PER_NODE;

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
