package org.orbweaver.kademlia;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The indexer paper's shared routing table (§2.3, §3.3): one table for all our node IDs, told what
 * was observed of other nodes and asked for the closest live ones. IPv4 and IPv6 nodes have a table
 * each.
 *
 * <p>Only a contact that answered us becomes an entry. One that merely queried us may wait, as an
 * unverified replacement, until somebody pings it; one that others told of is not the table's
 * business. A live entry is never given up for a newcomer: nodes that have been there long stay
 * long, and an attacker must outlive them rather than outnumber them.
 *
 * <p>Any number of threads may read and report. Readers take no lock and allocate nothing; reports
 * are checked against the current state first, and take the lock only if they might change who is
 * in the table.
 *
 * <p>Differences from the paper:
 *
 * <ul>
 *   <li>A full bucket in which one of our IDs lies is split only if both halves will be inhabited.
 *       Random IDs fall into both halves soon enough; it is IDs crowded around ours, as in an
 *       eclipse attack, that would dig bucket after bucket for themselves. They get one bucket per
 *       ID of ours at most. Depth is bounded by {@link Partition#MAX_DEPTH} besides.
 *   <li>Sibling buckets merge when their entries fit into one; around our own IDs only when they
 *       fill no more than half of it, so that one contact coming and going does not split and merge
 *       without end.
 * </ul>
 */
public final class RoutingTable {
  /** BEP 5: a bucket unchanged for 15 minutes is refreshed, a contact silent so long is pinged. */
  public static final long STALE_AFTER = 15 * 60 * 1_000_000_000L;

  /**
   * A newcomer must answer again after a minute: nodes that are somebody else every minute would
   * otherwise keep their places until they are stale. One that came by itself, in a network large
   * enough for foes, waits that minute outside.
   */
  public static final long PROBATION = 60 * 1_000_000_000L;

  /**
   * A contact is pinged when it has been silent for a quarter of the time we know it, but at least
   * every five minutes. Sessions are Pareto distributed (Splider, figure 8), so the risk that a
   * node has left falls with its age. With BEP 5's 15 minutes alone, 6 of 110 contacts died between
   * two rounds of pings, 9 at worst; so it is 3, at 0.4 pings a second.
   */
  private static final long LONGEST_SILENCE = STALE_AFTER / 3;

  private final TablePolicy policy;
  private final ReentrantLock lock = new ReentrantLock();
  private final Membership members;

  public RoutingTable(TablePolicy policy) {
    this.policy = policy;
    this.members = new Membership(policy);
  }

  /**
   * The contact, of which others had told us, answered a query of ours, from the very endpoint and
   * with the very ID.
   */
  public void onReply(long now, Contact contact, long roundTrip) {
    onAnswer(now, contact, roundTrip, true);
  }

  /** As {@link #onReply}, of a contact that we may have asked because it had asked us. */
  public void onPong(long now, Contact contact, long roundTrip) {
    onAnswer(now, contact, roundTrip, false);
  }

  private void onAnswer(long now, Contact contact, long roundTrip, boolean invited) {
    Bucket bucket = members.partition().bucketOf(contact.id());
    TableEntry known = bucket.entry(contact.id());
    if (known != null && known.isLive()) {
      // An ID has one owner: who answered first keeps it while he answers.
      if (known.isAt(contact.endpoint())) {
        known.replied(now, roundTrip);
        bucket.touch(now);
      }
      return;
    }
    TableEntry waiting = bucket.replacementAt(contact);
    if (waiting != null) {
      waiting.replied(now, roundTrip);
      if (invited) {
        waiting.invited();
      }
    }
    if (known == null
        && members.mustWait(bucket, contact.id())
        && (waiting != null || !ReplacementList.wants(bucket, policy, now, true))) {
      return;
    }
    lock.lock();
    try {
      members.enter(now, waiting != null ? waiting : TableEntry.ofReply(now, contact, roundTrip));
    } finally {
      lock.unlock();
    }
  }

  /** The contact sent us a query. That proves neither its ID nor that it can be reached. */
  public void onQuery(long now, Contact contact) {
    Bucket bucket = members.partition().bucketOf(contact.id());
    TableEntry known = bucket.entry(contact.id());
    if (known == null) {
      known = bucket.replacement(contact.id());
    }
    if (known != null) {
      if (known.isAt(contact.endpoint())) {
        known.queried(now);
      }
      return;
    }
    if (members.localIds().contains(contact.id())
        || !ReplacementList.wants(bucket, policy, now, false)) {
      return;
    }
    lock.lock();
    try {
      Bucket current = members.partition().bucketOf(contact.id());
      // Who has its places already gets no ping for another: its address may be forged.
      if (current.entry(contact.id()) == null && members.hasPlacesFor(contact.endpoint())) {
        ReplacementList.offer(current, policy, TableEntry.ofQuery(now, contact));
      }
    } finally {
      lock.unlock();
    }
  }

  /** The contact did not answer a query of ours in time. */
  public void onTimeout(long now, Contact contact) {
    Bucket seen = members.partition().bucketOf(contact.id());
    if (seen.entry(contact.id()) == null && seen.replacement(contact.id()) == null) {
      return;
    }
    lock.lock();
    try {
      Bucket bucket = members.partition().bucketOf(contact.id());
      TableEntry entry = bucket.entry(contact.id());
      if (entry != null && entry.isAt(contact.endpoint())) {
        entry.timedOut();
        bucket.relist();
        members.giveUpIfDue(bucket, entry);
      }
      TableEntry waiting = bucket.replacement(contact.id());
      if (waiting != null && waiting.isAt(contact.endpoint())) {
        bucket.removeReplacement(waiting);
      }
    } finally {
      lock.unlock();
    }
  }

  /** The contact was caught giving different IDs to different askers: it goes at once. */
  public void onLie(Contact contact) {
    lock.lock();
    try {
      Bucket bucket = members.partition().bucketOf(contact.id());
      TableEntry entry = bucket.entry(contact.id());
      if (entry != null && entry.isAt(contact.endpoint())) {
        members.giveUp(bucket, entry);
      }
      TableEntry waiting = bucket.replacement(contact.id());
      if (waiting != null && waiting.isAt(contact.endpoint())) {
        bucket.removeReplacement(waiting);
      }
    } finally {
      lock.unlock();
    }
  }

  /** A lookup into this range was started, so that it is not stale even if nobody lives there. */
  public void onRefresh(long now, Prefix range) {
    Partition current = members.partition();
    for (int i = current.indexOf(range.first()); i <= current.indexOf(range.last()); i++) {
      current.bucket(i).touch(now);
    }
  }

  /**
   * So many nodes there are, by lookups for keys away from our own: whoever crowds around our IDs
   * more densely than that gets few places.
   */
  public void onSizeEstimate(double nodes) {
    lock.lock();
    try {
      members.expectNodes(nodes);
    } finally {
      lock.unlock();
    }
  }

  public void addLocalId(Key id) {
    lock.lock();
    try {
      members.addLocalId(id);
    } finally {
      lock.unlock();
    }
  }

  public void removeLocalId(Key id) {
    lock.lock();
    try {
      members.removeLocalId(id);
    } finally {
      lock.unlock();
    }
  }

  public List<Key> localIds() {
    return members.localIds().all();
  }

  public boolean isLocalId(Key id) {
    return members.localIds().contains(id);
  }

  /**
   * The closest contacts that left no query unanswered since their last reply, closest first.
   *
   * @param into receives them; at least {@code count} long
   * @return how many there are, at most {@code count}
   */
  public int closest(Key target, int count, Contact[] into) {
    return members.partition().closest(target, count, false, into);
  }

  /** As {@link #closest}, with those that failed lately: for when our own line was down. */
  public int closestEvenIfSilent(Key target, int count, Contact[] into) {
    return members.partition().closest(target, count, true, into);
  }

  /** Ranges that brought no reply for {@link #STALE_AFTER}: each deserves a lookup. */
  public List<Prefix> staleBuckets(long now) {
    List<Prefix> stale = new ArrayList<>();
    for (Bucket bucket : members.partition().buckets()) {
      if (now - bucket.touched() >= STALE_AFTER) {
        stale.add(bucket.prefix);
      }
    }
    return stale;
  }

  /**
   * Whom to ping: entries that failed or were silent for long, and as many replacements that are
   * unverified, or unproven after their {@link #PROBATION}, as there are places for them, or would
   * be by a split. Ask again only when those pings are decided.
   */
  public List<Contact> questionable(long now) {
    List<Contact> contacts = new ArrayList<>();
    for (Bucket bucket : members.partition().buckets()) {
      int places = policy.bucketSize() - bucket.size();
      for (TableEntry entry : bucket.entries()) {
        long patience = Math.clamp(entry.provenFor() / 4, PROBATION, LONGEST_SILENCE);
        if (!entry.isLive() || now - entry.lastReply() >= patience) {
          contacts.add(entry.contact);
        }
        places += entry.isLive() ? 0 : 1;
      }
      List<TableEntry> strangers =
          Arrays.stream(bucket.replacements())
              .filter(entry -> entry.isUnproven() && now - entry.lastReply() >= PROBATION)
              .sorted((a, b) -> Long.compare(b.lastSeen(), a.lastSeen()))
              .toList();
      for (TableEntry stranger : strangers) {
        // Around our own IDs a full bucket will be split for a neighbour, once it has answered.
        if (places-- > 0 || !members.mustWait(bucket, stranger.contact.id())) {
          contacts.add(stranger.contact);
        }
      }
    }
    return contacts;
  }

  /** The number of entries; replacements do not count. */
  public int size() {
    int size = 0;
    for (Bucket bucket : members.partition().buckets()) {
      size += bucket.size();
    }
    return size;
  }

  /** All entries in key order of their buckets: what to save across a restart. */
  public List<EntryView> entries() {
    return members.partition().buckets().stream()
        .flatMap(bucket -> Arrays.stream(bucket.entries()))
        .map(TableEntry::view)
        .toList();
  }

  /** The table as one would draw it, in key order. */
  public List<BucketView> buckets() {
    LocalIds homes = members.localIds();
    return members.partition().buckets().stream()
        .map(
            bucket ->
                new BucketView(
                    bucket.prefix,
                    homes.anyIn(bucket.prefix),
                    views(bucket.entries()),
                    views(bucket.replacements())))
        .toList();
  }

  private static List<EntryView> views(TableEntry[] list) {
    return Arrays.stream(list).map(TableEntry::view).toList();
  }
}
