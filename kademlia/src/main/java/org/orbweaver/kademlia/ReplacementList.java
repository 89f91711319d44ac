package org.orbweaver.kademlia;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Who may wait beside a bucket, and who moves up.
 *
 * <p>The list is bounded. When it is full, a contact that answered us displaces one that never did,
 * and within each kind the most recently seen displaces the one seen longest ago; one that only
 * queried us never displaces one that answered, or anybody could flush the list with made-up
 * queries. The table's address limits hold inside one list as well, so a single network cannot fill
 * it.
 */
final class ReplacementList {
  /**
   * A full list whose members were all seen this recently takes no more: another contact would make
   * it no better, and under a flood of queries this check saves the lock.
   */
  private static final long FRESH = 30_000_000_000L;

  private ReplacementList() {}

  /** A look without the lock: whether {@link #offer} could change anything. */
  static boolean wants(Bucket bucket, TablePolicy policy, long now, boolean verified) {
    TableEntry[] list = bucket.replacements();
    if (list.length < policy.replacements()) {
      return true;
    }
    for (TableEntry entry : list) {
      if ((verified && !entry.isVerified())
          || (verified == entry.isVerified() && now - entry.lastSeen() > FRESH)) {
        return true;
      }
    }
    return false;
  }

  static void offer(Bucket bucket, TablePolicy policy, TableEntry newcomer) {
    TableEntry[] list = bucket.replacements();
    int same = indexOf(list, newcomer.contact.id());
    if (same >= 0) {
      // Another claim to the ID must prove itself before it takes the place of the first.
      if (list[same].isAt(newcomer.contact.endpoint())
          || (!list[same].isVerified() && newcomer.isVerified())) {
        bucket.replaceReplacements(swapped(list, same, newcomer));
      }
      return;
    }
    if (overLimit(list, policy, newcomer.contact.endpoint())) {
      return;
    }
    if (list.length < policy.replacements()) {
      bucket.replaceReplacements(Bucket.with(list, newcomer));
      return;
    }
    int least = leastWanted(list);
    if (least >= 0 && wantedMore(newcomer, list[least])) {
      bucket.replaceReplacements(swapped(list, least, newcomer));
    }
  }

  /** The verified contact seen last of those admitted; null if nobody qualifies. */
  static @Nullable TableEntry best(Bucket bucket, Predicate<TableEntry> admitted) {
    TableEntry best = null;
    for (TableEntry entry : bucket.replacements()) {
      if (entry.isLive() && (best == null || wantedMore(entry, best)) && admitted.test(entry)) {
        best = entry;
      }
    }
    return best;
  }

  private static int leastWanted(TableEntry[] list) {
    int least = list.length - 1;
    for (int i = 0; i < list.length; i++) {
      if (wantedMore(list[least], list[i])) {
        least = i;
      }
    }
    return least;
  }

  static boolean wantedMore(TableEntry a, TableEntry b) {
    return a.isVerified() != b.isVerified() ? a.isVerified() : a.lastSeen() > b.lastSeen();
  }

  private static boolean overLimit(TableEntry[] list, TablePolicy policy, Endpoint endpoint) {
    int sameAddress = 0;
    int sameNetwork = 0;
    for (TableEntry entry : list) {
      Endpoint other = entry.contact.endpoint();
      sameAddress += other.sameAddress(endpoint) ? 1 : 0;
      sameNetwork += other.network() == endpoint.network() ? 1 : 0;
    }
    return sameAddress >= policy.perAddress() || sameNetwork >= policy.perNetwork();
  }

  private static int indexOf(TableEntry[] list, Key id) {
    for (int i = 0; i < list.length; i++) {
      if (list[i].is(id)) {
        return i;
      }
    }
    return -1;
  }

  private static TableEntry[] swapped(TableEntry[] list, int index, TableEntry newcomer) {
    TableEntry[] copy = list.clone();
    copy[index] = newcomer;
    return copy;
  }
}
