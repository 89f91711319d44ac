package org.orbweaver.cli.census;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.orbweaver.census.analysis.AnalysisTables.PlaceLookup;
import org.orbweaver.census.places.Countries;
import org.orbweaver.census.places.Networks;
import org.orbweaver.census.places.PlaceTable;
import picocli.CommandLine.Option;

/** The databases that tell where an address is. */
final class PlaceOptions {
  @Option(
      names = "--country",
      paramLabel = "FILE",
      description = "A database of countries, an MMDB file with country codes; may be repeated.")
  private List<Path> countries = new ArrayList<>();

  @Option(
      names = "--asn",
      paramLabel = "FILE",
      description =
          "A database of networks: MMDB, or CSV of first address, last address, number, name;"
              + " may be repeated.")
  private List<Path> networks = new ArrayList<>();

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  PlaceOptions() {}

  boolean any() {
    return !countries.isEmpty() || !networks.isEmpty();
  }

  PlaceLookup lookup() {
    return any()
        ? new PlaceTable(Countries.open(countries), Networks.open(networks))
        : PlaceLookup.NONE;
  }
}
