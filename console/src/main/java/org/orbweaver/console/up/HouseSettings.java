package org.orbweaver.console.up;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.dht.DhtSetup;
import org.orbweaver.app.up.HouseChoices;
import org.orbweaver.census.places.Countries;
import org.orbweaver.census.places.CountryLookup;

/**
 * What runs beside a peer.
 *
 * @param data where everything lies
 * @param dht how nodes get into the DHT
 * @param choices what was chosen at the start
 * @param consoleHost where the console listens
 * @param consolePort 0 for any, below zero for no console; null for the usual one, or any if that
 *     is taken
 * @param archives of others, shown beside this peer's own
 * @param places where addresses are
 */
public record HouseSettings(
    Path data,
    Dht dht,
    HouseChoices choices,
    String consoleHost,
    @Nullable Integer consolePort,
    List<Path> archives,
    CountryLookup places) {
  public HouseSettings {
    archives = List.copyOf(archives);
  }

  /** Where a node is to live, and how it gets in. */
  public interface Dht {
    /**
     * @param unlessTold the local addresses if the user named none
     */
    DhtSetup place(List<String> unlessTold) throws IOException;
  }

  /**
   * Settings of a user: what was named counts, else what was chosen in the console before.
   *
   * @param index null if nobody said
   * @param census null if nobody said
   */
  public static HouseSettings of(
      Path data,
      Dht dht,
      @Nullable Boolean index,
      @Nullable Duration census,
      String consoleHost,
      @Nullable Integer consolePort)
      throws IOException {
    HouseChoices kept = HouseChoices.read(choicesIn(data));
    HouseChoices before = kept == null ? HouseChoices.NONE : kept;
    Path countries = data.resolve("country.mmdb");
    return new HouseSettings(
        data,
        dht,
        new HouseChoices(
            index == null ? before.index() : index, census == null ? before.census() : census),
        consoleHost,
        consolePort,
        List.of(),
        Files.exists(countries) ? Countries.open(List.of(countries)) : CountryLookup.NONE);
  }

  /** Where choices are kept for the next start. */
  public static Path choicesIn(Path data) {
    return data.resolve("choices.json");
  }

  boolean hasConsole() {
    return consolePort == null || consolePort >= 0;
  }

  List<House.Setting> fixed() {
    return List.of(
        new House.Setting("--data", data.toString(), "setting.data"),
        new House.Setting(
            "--console", consolePort == null ? "8470" : consolePort.toString(), "setting.console"),
        new House.Setting("--console-host", consoleHost, "setting.console-host"));
  }
}
