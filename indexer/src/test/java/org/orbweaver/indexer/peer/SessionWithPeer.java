package org.orbweaver.indexer.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.orbweaver.indexer.peer.ScriptedPeer.join;

import java.util.Random;
import org.orbweaver.indexer.torrent.Sha1;
import org.orbweaver.kademlia.Key;

/** A conversation with a scripted peer that we have dialled. */
abstract class SessionWithPeer {
  static final byte[] METADATA = new byte[3 * MetadataMessage.PIECE - 100];
  static final Key INFOHASH;

  static {
    new Random(1).nextBytes(METADATA);
    INFOHASH = Sha1.of(METADATA);
  }

  final MemoryBudget budget = new MemoryBudget(1 << 20);
  final MetadataSession session =
      MetadataSession.dialling(0, INFOHASH, Key.ZERO, SessionLimits.DEFAULT, budget);

  final void hear(byte[]... messages) {
    byte[] bytes = join(messages);
    session.receive(0, bytes, 0, bytes.length);
  }

  final void assertFailed(PeerFailure failure) {
    assertThat(session.end()).isEqualTo(new SessionEnd.Failed(failure));
  }

  final void assertVerified() {
    assertThat(session.end())
        .isInstanceOfSatisfying(
            SessionEnd.Verified.class, end -> assertThat(end.metadata()).isEqualTo(METADATA));
  }
}
