package org.orbweaver.cli.index;

import org.orbweaver.indexer.store.StoreSettings;
import picocli.CommandLine.Option;

/** How much of what is fetched is kept; for commands that fetch or take in. */
public final class KeepingOptions {
  @Option(
      names = "--quota-gb",
      paramLabel = "GB",
      defaultValue = "0",
      description = "Above this size the deadest torrents are dropped; 0 for no limit.")
  private double quotaGigabytes;

  @Option(
      names = "--keep-info",
      description =
          "Keep the info dictionaries of torrents fetched from now on, so that .torrent files can"
              + " be downloaded. They are mostly piece hashes: expect ten times the space.")
  private boolean keepInfo;

  public KeepingOptions() {}

  StoreSettings settings() {
    StoreSettings usual = StoreSettings.DEFAULT;
    return new StoreSettings(
        usual.retryFirst(),
        usual.retryLast(),
        usual.attempts(),
        usual.forget(),
        usual.recount(),
        usual.dropDead(),
        (long) (quotaGigabytes * 1e9),
        keepInfo);
  }
}
