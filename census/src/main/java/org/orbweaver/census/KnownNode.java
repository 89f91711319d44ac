package org.orbweaver.census;

import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

/**
 * One node of a snapshot.
 *
 * @param firstSeen when it was first heard of, in nanoseconds, kept to the millisecond
 * @param lastSeen when it was last heard of or answered
 * @param answered whether it answered at least once; false also if it was never asked
 * @param asked how many packets it was sent
 * @param sources how often others told of it
 * @param roundTripNanos of its last answer; 0 if there was none
 * @param version the four bytes of the client's version in its last answer; 0 if it gave none
 */
public record KnownNode(
    Key id,
    Endpoint endpoint,
    long firstSeen,
    long lastSeen,
    boolean answered,
    int asked,
    int sources,
    long roundTripNanos,
    int version) {}
