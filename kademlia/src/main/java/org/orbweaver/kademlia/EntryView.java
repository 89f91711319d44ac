package org.orbweaver.kademlia;

/**
 * What the table knows of a contact, for saving and for showing.
 *
 * @param verified whether it ever answered us; if not, {@code lastReply} and {@code roundTrip} mean
 *     nothing
 * @param lastSeen the later of its last reply and its last query to us
 * @param roundTrip of the last reply, in nanoseconds
 * @param failures queries unanswered since the last reply
 */
public record EntryView(
    Contact contact,
    boolean verified,
    long lastReply,
    long lastSeen,
    long roundTrip,
    int failures) {}
