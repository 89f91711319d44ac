package org.orbweaver.indexer.pipeline;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Key;

/**
 * Which nodes told a hash in a sample. They have peers of it, so its lookup begins with them: two
 * that answer are usually all it takes, where a lookup from our own table asks ten.
 *
 * <p>Bounded: beyond {@value #MOST} hashes those told first are forgotten, and looked up as any
 * other.
 */
final class TellingNodes {
  private static final int MOST = 100_000;
  private static final int PER_HASH = 3;

  private final Map<Key, List<Contact>> tellers =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, List<Contact>> eldest) {
          return size() > MOST;
        }
      };

  void add(Key hash, Contact teller) {
    tellers.merge(hash, List.of(teller), TellingNodes::both);
  }

  private static List<Contact> both(List<Contact> known, List<Contact> more) {
    return known.size() >= PER_HASH || known.contains(more.getFirst())
        ? known
        : java.util.stream.Stream.concat(known.stream(), more.stream()).toList();
  }

  /** Forgets them: the lookup that asks knows them from now on. */
  List<Contact> take(Key hash) {
    List<Contact> known = tellers.remove(hash);
    return known == null ? List.of() : known;
  }
}
