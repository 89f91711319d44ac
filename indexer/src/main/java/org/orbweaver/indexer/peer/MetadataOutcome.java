package org.orbweaver.indexer.peer;

import java.util.List;
import org.orbweaver.indexer.torrent.Refusal;
import org.orbweaver.indexer.torrent.Torrent;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

/** What came of asking a torrent's peers for its metadata. */
public sealed interface MetadataOutcome {
  Key infohash();

  /**
   * The metadata came and has the right hash.
   *
   * @param infohash what was asked for: one of the torrent's {@linkplain Torrent#keys keys}, which
   *     a hybrid has two of
   * @param peer who gave it
   */
  record Obtained(Key infohash, Torrent torrent, Endpoint peer) implements MetadataOutcome {}

  /** What came has the right hash, but is no torrent we take: asking again is no use. */
  record Refused(Key infohash, Refusal reason) implements MetadataOutcome {}

  /**
   * No peer gave it.
   *
   * @param failures one for each peer that was tried; empty if there was none to try
   */
  record Failed(Key infohash, List<PeerFailure> failures) implements MetadataOutcome {
    public Failed {
      failures = List.copyOf(failures);
    }
  }
}
