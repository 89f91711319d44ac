package org.orbweaver.indexer.pipeline;

import java.util.List;
import java.util.Optional;
import org.orbweaver.indexer.store.Entry;
import org.orbweaver.indexer.store.ListedFile;
import org.orbweaver.indexer.store.Outcome;
import org.orbweaver.indexer.torrent.Torrent;
import org.orbweaver.kademlia.Key;

/** What the store keeps of a torrent. */
public final class Entries {
  private Entries() {}

  /**
   * How the work on a hash ended that brought this torrent.
   *
   * @param hash under which it was found: a hybrid has two
   */
  static Outcome outcome(Key hash, Torrent torrent) {
    return torrent.isPrivate() ? new Outcome.Private(hash) : new Outcome.Fetched(of(hash, torrent));
  }

  public static Entry of(Key hash, Torrent torrent) {
    List<ListedFile> files =
        torrent.files().stream().map(file -> new ListedFile(file.path(), file.size())).toList();
    return new Entry(
        hash,
        Optional.ofNullable(torrent.v2()).map(Object::toString),
        torrent.name(),
        torrent.size(),
        files,
        Optional.of(torrent.info().toArray()));
  }
}
