package org.orbweaver.app;

import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where everything lies unless a command is told otherwise. It is one directory for all commands,
 * so that each finds what the others made: {@code orb index search} what {@code orb up} has found,
 * {@code orb census report} what {@code orb census take} has counted.
 */
public final class DataDirectory {
  /** Stands in help texts. */
  public static final String USUAL = "~/.local/share/orbweaver";

  private DataDirectory() {}

  /** {@code ORB_DATA}, or where the desktop keeps what programs keep. */
  public static Path usual() {
    return usual(System.getenv());
  }

  static Path usual(Map<String, String> environment) {
    @Nullable String named = environment.get("ORB_DATA");
    if (named != null && !named.isBlank()) {
      return Path.of(named);
    }
    @Nullable String shared = environment.get("XDG_DATA_HOME");
    // The specification has relative ones ignored.
    return shared != null && Path.of(shared).isAbsolute()
        ? Path.of(shared, "orbweaver")
        : Path.of(System.getProperty("user.home"), ".local", "share", "orbweaver");
  }

  public static Path given(@Nullable Path directory) {
    return directory == null ? usual() : directory;
  }

  /** Snapshots of the DHT. */
  public static Path snapshots() {
    return usual().resolve("snapshots");
  }

  /** The index of torrents. */
  public static Path torrents() {
    return usual().resolve("torrents.db");
  }
}
