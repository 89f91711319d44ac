package org.orbweaver.mainline;

import java.time.Duration;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.kademlia.RoutingTable;

/**
 * Nodes that give different IDs to different askers, to be found near whatever is looked for. They
 * would draw every lookup to themselves; mldht's author found that without a detector such nodes
 * take a large part of all requests. Banned endpoints are neither asked nor taken into the table.
 *
 * <p>One ID other than expected proves nothing: the expectation is somebody else's word, and honest
 * nodes restart with a new ID. It makes the endpoint a suspect whose own answer is remembered; the
 * node then asks it once more, from another home. A second answer that differs from the first is a
 * lie told to our face. Hence three degrees:
 *
 * <ul>
 *   <li>a first surprise: watched for 40 minutes;
 *   <li>a second, other ID in that time: banned for 40 minutes (it may be two nodes behind one NAT
 *       port, or a node that restarts a lot);
 *   <li>an ID that agrees with the target just asked for, or one of our own IDs: banned for 12
 *       hours, as is a watched node that fails the check of asking again.
 * </ul>
 *
 * A bounded table: when full, those whose time is over first are forgotten first.
 */
final class SuspectNodes {
  /** What a reply's ID says about its sender. */
  enum Verdict {
    CREDIBLE,
    /** Not as expected, for the first time: worth asking again from another home. */
    SURPRISING,
    LYING
  }

  /**
   * No honest ID shares this many bits with a target by chance: among 20 million nodes the closest
   * one shares about 24, one in a million times 44.
   */
  private static final int TOO_CLOSE = 48;

  private static final long WATCH = Duration.ofMinutes(40).toNanos();
  private static final long PASSIVE_BAN = Duration.ofMinutes(40).toNanos();
  private static final long ACTIVE_BAN = Duration.ofHours(12).toNanos();

  private static final int WATCHED = 1;
  private static final int BANNED = 2;

  private final EndpointTable suspects;

  SuspectNodes(int capacity, RandomGenerator random) {
    this.suspects = new EndpointTable(capacity, random);
  }

  boolean isBanned(long now, Endpoint endpoint) {
    int slot = suspects.find(now, endpoint);
    return slot != EndpointTable.ABSENT && suspects.count(slot) == BANNED;
  }

  /**
   * Whether it gave another ID than expected within the last minute. It does not enter the table
   * yet: it may be somebody else again by then.
   */
  boolean isFreshlyWatched(long now, Endpoint endpoint) {
    int slot = suspects.find(now, endpoint);
    return slot != EndpointTable.ABSENT
        && suspects.count(slot) == WATCHED
        && suspects.deadline(slot) - now > WATCH - RoutingTable.PROBATION;
  }

  /**
   * A node answered one of our queries.
   *
   * @param expected the ID under which we knew it, null if we asked without knowing any
   * @param target what we asked for, null for a ping
   */
  Verdict answered(
      long now, Endpoint endpoint, @Nullable Key expected, @Nullable Key target, Key answered) {
    int slot = suspects.find(now, endpoint);
    boolean watched = slot != EndpointTable.ABSENT;
    if (watched && suspects.count(slot) == BANNED) {
      return Verdict.LYING;
    }
    boolean surprise = expected != null && !expected.equals(answered);
    if (surprise && target != null && target.commonPrefixLength(answered) >= TOO_CLOSE) {
      ban(now, endpoint, ACTIVE_BAN);
      return Verdict.LYING;
    }
    if (watched && suspects.mark(slot) != fingerprint(answered)) {
      ban(now, endpoint, PASSIVE_BAN);
      return Verdict.LYING;
    }
    if (!watched && surprise) {
      int fresh = suspects.claim(now, endpoint, now + WATCH);
      suspects.count(fresh, WATCHED);
      suspects.mark(fresh, fingerprint(answered));
      return Verdict.SURPRISING;
    }
    return Verdict.CREDIBLE;
  }

  /** Proven by asking: it failed the check, or it claims one of our own IDs. */
  void banProven(long now, Endpoint endpoint) {
    ban(now, endpoint, ACTIVE_BAN);
  }

  private void ban(long now, Endpoint endpoint, long duration) {
    int slot = suspects.claim(now, endpoint, now + duration);
    suspects.count(slot, BANNED);
  }

  private static long fingerprint(Key id) {
    return id.high() ^ Long.rotateLeft(id.middle(), 17) ^ id.low();
  }
}
