package org.orbweaver.kademlia;

/**
 * A contact in a bucket or its replacement list, and what was observed of it.
 *
 * <p>Observations are single volatile fields, so that the common case, a known contact answering
 * once more, needs no lock and copies nothing.
 */
final class TableEntry {
  /** Before any time; halved so that differences do not overflow. */
  static final long NEVER = Long.MIN_VALUE / 2;

  final Contact contact;
  private volatile long firstReply = NEVER;
  private volatile long lastReply = NEVER;
  private volatile long lastSeen = NEVER;
  private volatile long roundTrip;
  private volatile int failures;

  /** It came by itself: nobody but it has ever told us that it is this node. */
  private volatile boolean uninvited;

  private TableEntry(Contact contact, boolean uninvited) {
    this.contact = contact;
    this.uninvited = uninvited;
  }

  static TableEntry ofReply(long now, Contact contact, long roundTrip) {
    TableEntry entry = new TableEntry(contact, false);
    entry.replied(now, roundTrip);
    return entry;
  }

  static TableEntry ofQuery(long now, Contact contact) {
    TableEntry entry = new TableEntry(contact, true);
    entry.lastSeen = now;
    return entry;
  }

  void replied(long now, long newRoundTrip) {
    if (firstReply == NEVER) {
      firstReply = now;
    }
    lastReply = now;
    lastSeen = now;
    roundTrip = newRoundTrip;
  }

  /** Others told us of it too. */
  void invited() {
    uninvited = false;
  }

  void queried(long now) {
    lastSeen = now;
  }

  /** Only under the table's lock. */
  void recovered() {
    failures = 0;
  }

  /** Only under the table's lock, which makes the increment safe. */
  void timedOut() {
    int before = failures;
    failures = before + 1;
  }

  boolean is(Key id) {
    return contact.id().equals(id);
  }

  boolean isAt(Endpoint endpoint) {
    return contact.endpoint().equals(endpoint);
  }

  /** It answered us at least once: only then its ID and address are more than a claim. */
  boolean isVerified() {
    return lastReply != NEVER;
  }

  /** Verified, and no query has gone unanswered since. */
  boolean isLive() {
    return failures == 0 && isVerified();
  }

  int failures() {
    return failures;
  }

  /** When it first answered. */
  long firstReply() {
    return firstReply;
  }

  /** The time between its first and its last reply. */
  long provenFor() {
    return lastReply - firstReply;
  }

  boolean isUninvited() {
    return uninvited;
  }

  /**
   * Uninvited, and not yet the same node for long. Whom others name has been that node for as long
   * as it took to hear of it.
   */
  boolean isUnproven() {
    return uninvited && provenFor() < RoutingTable.PROBATION;
  }

  long lastReply() {
    return lastReply;
  }

  long lastSeen() {
    return lastSeen;
  }

  long roundTrip() {
    return roundTrip;
  }

  EntryView view() {
    return new EntryView(contact, isVerified(), lastReply, lastSeen, roundTrip, failures);
  }
}
