package org.orbweaver.cli.index;

import java.util.concurrent.Callable;
import org.orbweaver.cli.shell.Output;
import org.orbweaver.indexer.store.TorrentStore;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code orb index classify}: all torrents by the present rules. */
@Command(
    name = "classify",
    description = "Classify all torrents again, after the rules have changed.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  orb index classify --rules my-rules.txt"})
final class IndexClassifyCommand implements Callable<Integer> {
  private static final int BATCH = 500;

  @Mixin private Output output;
  @Mixin private StoreOptions options;

  @SuppressWarnings("NullAway.Init") // picocli injects the mixins
  IndexClassifyCommand() {}

  record Report(long changed) {}

  @Override
  public Integer call() {
    long changed = 0;
    try (TorrentStore store = options.open()) {
      TorrentStore.Relabelled done = store.relabel(0, BATCH);
      while (done.last() >= 0) {
        changed += done.changed();
        done = store.relabel(done.last(), BATCH);
      }
    }
    output.print(new Report(changed));
    return 0;
  }
}
