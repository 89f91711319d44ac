package org.orbweaver.console.up;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.dht.DhtSetup;

/**
 * What runs beside a peer.
 *
 * @param data where everything lies
 * @param dht how nodes get into the DHT
 * @param index whether torrents are indexed
 * @param census how often one is taken; null for never
 * @param consoleHost where the console listens
 * @param consolePort 0 for any, below zero for no console; null for the usual one, or any if that
 *     is taken
 */
public record HouseSettings(
    Path data,
    Dht dht,
    boolean index,
    @Nullable Duration census,
    String consoleHost,
    @Nullable Integer consolePort) {
  /** Where a node is to live, and how it gets in. */
  public interface Dht {
    /**
     * @param unlessTold the local addresses if the user named none
     */
    DhtSetup place(List<String> unlessTold) throws IOException;
  }

  boolean hasConsole() {
    return consolePort == null || consolePort >= 0;
  }

  List<House.Setting> shown() {
    return List.of(
        new House.Setting("--data", data.toString(), "where everything lies"),
        new House.Setting(
            "--console",
            consolePort == null ? "by itself" : consolePort.toString(),
            "port of this console"),
        new House.Setting("--console-host", consoleHost, "where it listens"),
        new House.Setting("--index", index ? "on" : "off", "index the torrents of the DHT"),
        new House.Setting(
            "--census",
            census == null ? "never" : census.toString().substring(2).toLowerCase(Locale.ROOT),
            "how often a census of the DHT is taken"));
  }
}
