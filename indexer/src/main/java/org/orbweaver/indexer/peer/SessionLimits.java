package org.orbweaver.indexer.peer;

import java.time.Duration;
import org.orbweaver.indexer.torrent.InfoDictionary;

/**
 * What one conversation with a peer may cost.
 *
 * @param longestMetadata in bytes. A peer's claim beyond it ends the conversation
 * @param chatter bytes that a peer may send besides the metadata: its bitfield, its {@code have}
 *     messages, its extensions
 * @param patience how long a peer may take for its next step: a handshake, a piece. Bytes alone are
 *     no step, so nobody holds us by dripping them
 * @param total how long the whole may take
 */
public record SessionLimits(int longestMetadata, int chatter, Duration patience, Duration total) {
  public static final SessionLimits DEFAULT =
      new SessionLimits(
          InfoDictionary.LONGEST, 1 << 20, Duration.ofSeconds(6), Duration.ofSeconds(40));

  public SessionLimits withTimes(Duration newPatience, Duration newTotal) {
    return new SessionLimits(longestMetadata, chatter, newPatience, newTotal);
  }
}
