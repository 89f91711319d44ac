package org.orbweaver.census.snapshot;

import org.orbweaver.census.ErrorClass;
import org.orbweaver.census.KnownNode;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.kademlia.SecureId;

/**
 * One node of a snapshot as its file keeps it.
 *
 * @param firstSeen when it was first heard of, in microseconds since the epoch
 * @param lastSeen when it was last heard of or answered
 * @param roundTripMicros of its last answer; negative if there was none
 * @param version the four bytes of its client's version; 0 if it gave none
 * @param conforms whether its ID is one that BEP 42 allows at its address
 * @param sources how often others told of it
 * @param asked how many packets it was sent
 */
public record SnapshotRow(
    Key id,
    Endpoint endpoint,
    long firstSeen,
    long lastSeen,
    boolean answered,
    int roundTripMicros,
    int version,
    boolean conforms,
    int sources,
    int asked,
    ErrorClass error) {
  public static final int NO_ANSWER = -1;

  /** A node of a crawl that knows no other failure than silence. */
  public static SnapshotRow of(KnownNode node) {
    boolean silent = !node.answered() && node.asked() > 0;
    return of(node, silent ? ErrorClass.SILENT : ErrorClass.NONE);
  }

  public static SnapshotRow of(KnownNode node, ErrorClass error) {
    long micros = Math.min(node.roundTripNanos() / 1000, Integer.MAX_VALUE);
    return new SnapshotRow(
        node.id(),
        node.endpoint(),
        node.firstSeen() / 1000,
        node.lastSeen() / 1000,
        node.answered(),
        node.answered() ? (int) micros : NO_ANSWER,
        node.version(),
        SecureId.conforms(node.id(), node.endpoint()),
        node.sources(),
        node.asked(),
        error);
  }

  /** The same node under another ID and address; whether its ID conforms stays as it was. */
  public SnapshotRow renamed(Key newId, Endpoint newEndpoint) {
    return new SnapshotRow(
        newId,
        newEndpoint,
        firstSeen,
        lastSeen,
        answered,
        roundTripMicros,
        version,
        conforms,
        sources,
        asked,
        error);
  }
}
