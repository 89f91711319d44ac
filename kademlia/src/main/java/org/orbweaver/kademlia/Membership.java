package org.orbweaver.kademlia;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Who is in the {@link RoutingTable} and in which bucket: entering, yielding, leaving, and the
 * splits and merges that follow. Whatever changes something is called under the table's lock; the
 * rest may be read at any time.
 */
final class Membership {
  /** With this many unanswered queries an entry yields to a verified contact that waits. */
  private static final int REPLACEABLE_FAILURES = 2;

  /** With this many it goes in any case. More, since it may be our own line that is down. */
  private static final int EVICTION_FAILURES = 5;

  private final TablePolicy policy;
  private final AddressLimits limits;
  private volatile Partition partition = Partition.undivided();
  private volatile LocalIds localIds = LocalIds.NONE;
  private volatile CrowdLimit crowdLimit = CrowdLimit.NONE;

  Membership(TablePolicy policy) {
    this.policy = policy;
    this.limits = new AddressLimits(policy);
  }

  Partition partition() {
    return partition;
  }

  LocalIds localIds() {
    return localIds;
  }

  /** Newcomers are held against the new density, and so are those who came before it was known. */
  void expectNodes(double nodes) {
    crowdLimit = new CrowdLimit(nodes);
    for (Key home : localIds.all()) {
      TableEntry crowding;
      while ((crowding = crowdLimit.surplus(partition, home)) != null) {
        Bucket bucket = partition.bucketOf(crowding.contact.id());
        remove(bucket, crowding);
        ReplacementList.offer(bucket, policy, crowding);
        mergeAround(bucket.prefix.first());
      }
    }
  }

  void addLocalId(Key id) {
    localIds = localIds.with(id);
    Bucket bucket = partition.bucketOf(id);
    TableEntry waiting = bucket.replacement(id);
    if (waiting != null) {
      bucket.removeReplacement(waiting);
    }
    TableEntry impostor = bucket.entry(id);
    if (impostor != null) {
      remove(bucket, impostor);
    }
  }

  void removeLocalId(Key id) {
    localIds = localIds.without(id);
    for (Bucket bucket : partition.buckets()) {
      mergeAround(bucket.prefix.first());
    }
  }

  /** No place in the bucket for a newcomer with this ID, and none to be made. */
  boolean mustWait(Bucket bucket, Key newcomer) {
    return isCrowded(newcomer) || (isFull(bucket) && !splitsFor(bucket, newcomer));
  }

  private boolean isCrowded(Key newcomer) {
    Key home = localIds.closestTo(newcomer);
    return home != null && crowdLimit.forbids(partition, home, newcomer);
  }

  /** Whether its address and its network have fewer entries than they may. */
  boolean hasPlacesFor(Endpoint endpoint) {
    return limits.admit(endpoint);
  }

  private boolean admits(TableEntry newcomer) {
    return hasPlacesFor(newcomer.contact.endpoint())
        && !isCrowded(newcomer.contact.id())
        && !(crowdLimit.holds() && newcomer.isUninvited() && isDubious(newcomer));
  }

  /** It may be somebody else in a minute, or stand near us because it wants to (BEP 42). */
  private boolean isDubious(TableEntry uninvited) {
    Contact contact = uninvited.contact;
    Key home = localIds.closestTo(contact.id());
    return uninvited.isUnproven()
        || (home != null
            && crowdLimit.concerns(home.commonPrefixLength(contact.id()))
            && !SecureId.conforms(contact.id(), contact.endpoint()));
  }

  /** No place is free and nobody in it would have to yield. */
  private boolean isFull(Bucket bucket) {
    return bucket.size() >= policy.bucketSize() && bucket.mostSilent(REPLACEABLE_FAILURES) == null;
  }

  private boolean splitsFor(Bucket bucket, Key newcomer) {
    Prefix range = bucket.prefix;
    if (range.length() >= Partition.MAX_DEPTH || !localIds.anyIn(range)) {
      return false;
    }
    Prefix lower = range.child(false);
    Prefix upper = range.child(true);
    return (lower.contains(newcomer) || bucket.hasEntryIn(lower))
        && (upper.contains(newcomer) || bucket.hasEntryIn(upper));
  }

  void enter(long now, TableEntry newcomer) {
    Key id = newcomer.contact.id();
    if (localIds.contains(id)) {
      return;
    }
    Bucket bucket = partition.bucketOf(id);
    TableEntry known = bucket.entry(id);
    if (known != null && known.isAt(newcomer.contact.endpoint())) {
      known.replied(now, newcomer.roundTrip());
      known.recovered();
      bucket.relist();
      bucket.touch(now);
      return;
    }
    if (known != null) {
      // The owner may have moved. But one lost packet must not hand his ID to an impostor.
      if (known.failures() >= REPLACEABLE_FAILURES) {
        replace(bucket, known, newcomer);
      }
      return;
    }
    if (!admits(newcomer)) {
      ReplacementList.offer(bucket, policy, newcomer);
      return;
    }
    if (isFull(bucket) && splitsFor(bucket, id)) {
      split(bucket);
      enter(now, newcomer); // Anew, since replacements moved up, perhaps from the same network.
      return;
    }
    TableEntry silent = bucket.mostSilent(REPLACEABLE_FAILURES);
    if (bucket.size() < policy.bucketSize()) {
      add(bucket, newcomer);
    } else if (silent != null) {
      replace(bucket, silent, newcomer);
    } else {
      ReplacementList.offer(bucket, policy, newcomer);
      return;
    }
    bucket.touch(now);
  }

  private void split(Bucket bucket) {
    partition = partition.split(bucket);
    fill(partition.bucketOf(bucket.prefix.first()));
    fill(partition.bucketOf(bucket.prefix.last()));
  }

  /** Moves verified replacements into places that became free. */
  private void fill(Bucket bucket) {
    while (bucket.size() < policy.bucketSize()) {
      TableEntry next = ReplacementList.best(bucket, this::admits);
      if (next == null) {
        return;
      }
      add(bucket, next);
    }
  }

  /** Removes the entry whatever it answered, for a replacement if there is one. */
  void giveUp(Bucket bucket, TableEntry entry) {
    while (entry.failures() < EVICTION_FAILURES) {
      entry.timedOut();
    }
    giveUpIfDue(bucket, entry);
  }

  void giveUpIfDue(Bucket bucket, TableEntry entry) {
    if (entry.failures() < REPLACEABLE_FAILURES) {
      return;
    }
    // Its own place counts: the best replacement may come from the same network.
    limits.remove(entry.contact.endpoint());
    TableEntry replacement = ReplacementList.best(bucket, this::admits);
    limits.add(entry.contact.endpoint());
    if (replacement != null) {
      replace(bucket, entry, replacement);
    } else if (entry.failures() >= EVICTION_FAILURES) {
      remove(bucket, entry);
      mergeAround(bucket.prefix.first());
    }
  }

  private void replace(Bucket bucket, TableEntry old, TableEntry newcomer) {
    limits.remove(old.contact.endpoint());
    if (admits(newcomer)) {
      bucket.remove(old);
      add(bucket, newcomer);
    } else {
      limits.add(old.contact.endpoint());
    }
  }

  private void add(Bucket bucket, TableEntry newcomer) {
    limits.add(newcomer.contact.endpoint());
    bucket.add(newcomer);
  }

  private void remove(Bucket bucket, TableEntry entry) {
    limits.remove(entry.contact.endpoint());
    bucket.remove(entry);
    fill(bucket);
  }

  private void mergeAround(Key key) {
    while (true) {
      int index = partition.indexOf(key);
      Prefix range = partition.bucket(index).prefix;
      if (range.length() == 0) {
        return;
      }
      int lower = partition.indexOf(range.parent().first());
      Bucket merged = merged(range.parent(), lower);
      if (merged == null) {
        return;
      }
      partition = partition.merge(lower, merged);
    }
  }

  private @Nullable Bucket merged(Prefix parent, int lower) {
    Bucket left = partition.bucket(lower);
    Bucket right = partition.bucket(lower + 1);
    int room = localIds.anyIn(parent) ? policy.bucketSize() / 2 : policy.bucketSize();
    int depth = parent.length() + 1;
    if (left.prefix.length() != depth
        || right.prefix.length() != depth
        || left.size() + right.size() > room) {
      return null;
    }
    Bucket merged =
        new Bucket(
            parent,
            concat(left.entries(), right.entries()),
            new TableEntry[0],
            Math.max(left.touched(), right.touched()));
    for (TableEntry entry : concat(left.replacements(), right.replacements())) {
      ReplacementList.offer(merged, policy, entry);
    }
    fill(merged);
    return merged;
  }

  private static TableEntry[] concat(TableEntry[] first, TableEntry[] second) {
    TableEntry[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }
}
