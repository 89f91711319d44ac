package org.orbweaver.trust;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.orbweaver.kademlia.Key;
import org.orbweaver.trust.Statement.Commitment;

/**
 * Of the tasks whose keys are a peer's, how many it gets: as many as its {@link Quota} allows, none
 * while it is relieved. The others are done by who stands next to the key. In powers of two, so
 * that tasks do not change hands with every capture that is verified.
 */
final class Entitlement {
  /** Of so many. */
  static final int FULL = 256;

  private Entitlement() {}

  /** Those who get less than all. */
  static Map<Key, Integer> limited(Collection<Book> books, Dossiers dossiers, Period now) {
    Period last = now.plus(-1);
    Map<Long, Integer> siblings = new HashMap<>();
    Map<Key, Commitment> working = new HashMap<>();
    for (Book book : books) {
      Signed<Commitment> there = book.commitment(last);
      if (there != null) {
        working.put(book.subject(), there.says());
        siblings.merge(there.says().network(), 1, Integer::sum);
      }
    }
    int[] captures =
        working.values().stream().mapToInt(Commitment::captures).filter(n -> n > 0).toArray();
    Arrays.sort(captures);
    int usual = captures.length == 0 ? 0 : captures[captures.length / 2];
    Map<Key, Integer> limited = new HashMap<>();
    working.forEach(
        (subject, says) -> {
          int quota =
              Quota.captures(
                  dossiers.of(subject).verified(now), siblings.getOrDefault(says.network(), 1));
          if (quota < usual) {
            limited.put(subject, Integer.highestOneBit((int) ((long) FULL * quota / usual)));
          }
        });
    // Somebody must begin: in a swarm of newcomers nobody is held back.
    if (2 * limited.size() > working.size()) {
      limited.clear();
    }
    for (Book book : books) {
      if (dossiers.standing(book.subject(), now) instanceof Standing.Relieved) {
        limited.put(book.subject(), 0);
      }
    }
    return limited;
  }
}
