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
 * @param door where the console listens
 * @param archives of others, shown beside this peer's own
 * @param places where addresses are
 */
public record HouseSettings(
    Path data,
    Dht dht,
    HouseChoices choices,
    Door door,
    List<Path> archives,
    CountryLookup places) {
  public HouseSettings {
    archives = List.copyOf(archives);
  }

  /**
   * Where the console listens, and to whom.
   *
   * @param port 0 for any, below zero for no console; null for the usual one, or any if that is
   *     taken
   * @param locked whether it wants its key of this machine's users, too
   */
  public record Door(String host, @Nullable Integer port, boolean locked) {
    private static final int USUAL_PORT = 8470;

    /** For this machine, at the usual port. */
    public static Door onLoopback(@Nullable Integer port) {
      return new Door("127.0.0.1", port, false);
    }

    /** The port to try first. */
    int wanted() {
      return port == null ? USUAL_PORT : port;
    }

    /**
     * Where archived pages are: beside the console, so that they can be found again after a restart
     * and be let through a firewall.
     *
     * @param further 1 or 2: the archive's own pages, and the archived ones
     */
    int beside(int further) {
      return wanted() > 0 ? wanted() + further : 0;
    }
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
      Path data, Dht dht, @Nullable Boolean index, @Nullable Duration census, Door door)
      throws IOException {
    HouseChoices kept = HouseChoices.read(choicesIn(data));
    HouseChoices before = kept == null ? HouseChoices.NONE : kept;
    Path countries = data.resolve("country.mmdb");
    return new HouseSettings(
        data,
        dht,
        new HouseChoices(
            index == null ? before.index() : index, census == null ? before.census() : census),
        door,
        List.of(),
        Files.exists(countries) ? Countries.open(List.of(countries)) : CountryLookup.NONE);
  }

  /** Where choices are kept for the next start. */
  public static Path choicesIn(Path data) {
    return data.resolve("choices.json");
  }

  boolean hasConsole() {
    return door.wanted() >= 0;
  }

  /**
   * @param port where the console came to be
   */
  List<House.Setting> fixed(int port) {
    return List.of(
        new House.Setting("--data", data.toString(), "setting.data"),
        new House.Setting("--console", Integer.toString(port), "setting.console"),
        new House.Setting("--console-host", door.host(), "setting.console-host"));
  }
}
