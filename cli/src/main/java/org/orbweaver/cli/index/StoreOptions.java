package org.orbweaver.cli.index;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.DataDirectory;
import org.orbweaver.indexer.classify.Classifier;
import org.orbweaver.indexer.classify.LateClassifier;
import org.orbweaver.indexer.classify.RuleClassifier;
import org.orbweaver.indexer.store.StoreSettings;
import org.orbweaver.indexer.store.TorrentStore;
import org.orbweaver.indexer.store.sql.TorrentStores;
import picocli.CommandLine.Option;

/** Where the index is kept. */
public final class StoreOptions {
  @Option(
      names = "--store",
      paramLabel = "FILE|JDBC",
      description =
          "A file for SQLite, or jdbc:postgresql://HOST/DATABASE?user=… for a PostgreSQL that"
              + " several indexers may share. Default: torrents.db in "
              + DataDirectory.USUAL)
  private @Nullable String store;

  @Option(names = "--rules", paramLabel = "FILE", description = "Your own classifier rules.")
  private @Nullable Path rules;

  public StoreOptions() {}

  public Classifier classifier() {
    return rules == null ? RuleClassifier.builtIn() : RuleClassifier.load(rules);
  }

  /** For those who write. */
  TorrentStore open(Classifier classifier, KeepingOptions keeping) {
    return open(classifier, keeping.settings());
  }

  public TorrentStore open() {
    return open(classifier(), StoreSettings.DEFAULT);
  }

  private TorrentStore open(Classifier classifier, StoreSettings settings) {
    return TorrentStores.open(
        store != null ? store : DataDirectory.torrents().toString(), classifier, settings);
  }

  /** For those who only look: a mistyped name shall not become an empty index. */
  public TorrentStore openExisting() throws IOException {
    return openExisting(new LateClassifier(this::classifier));
  }

  public TorrentStore openExisting(Classifier classifier) throws IOException {
    String where = store != null ? store : DataDirectory.torrents().toString();
    if (!where.startsWith("jdbc:") && !Files.exists(Path.of(where))) {
      throw new IOException(
          "there is no index at %s; orb index run or import makes one, --store names another"
              .formatted(where));
    }
    return open(classifier, StoreSettings.DEFAULT);
  }

  /** Nanoseconds since the epoch, as the store wants them. */
  public static long now() {
    return System.currentTimeMillis() * 1_000_000;
  }
}
