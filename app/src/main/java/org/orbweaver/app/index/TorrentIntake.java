package org.orbweaver.app.index;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.orbweaver.indexer.exchange.ImportedTorrent;
import org.orbweaver.indexer.store.Outcome;
import org.orbweaver.indexer.store.SwarmCount;
import org.orbweaver.indexer.store.TorrentStore;

/** Takes imported torrents into a store, many in one transaction. */
final class TorrentIntake implements Consumer<ImportedTorrent>, AutoCloseable {
  private static final int BATCH = 1_000;

  private final TorrentStore store;
  private final List<ImportedTorrent> batch = new ArrayList<>(BATCH);
  private long taken;
  private long added;

  TorrentIntake(TorrentStore store) {
    this.store = store;
  }

  @Override
  public void accept(ImportedTorrent torrent) {
    batch.add(torrent);
    taken++;
    if (batch.size() == BATCH) {
      flush();
    }
  }

  private void flush() {
    long now = System.currentTimeMillis() * 1_000_000;
    added +=
        store.settle(batch.stream().map(each -> new Outcome.Fetched(each.entry())).toList(), now);
    store.counted(
        batch.stream()
            .filter(each -> each.seeders() >= 0)
            .map(each -> new SwarmCount(each.entry().hash(), each.seeders(), each.leechers()))
            .toList(),
        now);
    batch.clear();
  }

  /** How many were handed over. */
  long taken() {
    return taken;
  }

  /** How many of those in the store were not there before. */
  long added() {
    return added;
  }

  @Override
  public void close() {
    if (!batch.isEmpty()) {
      flush();
    }
  }
}
