package org.orbweaver.kademlia;

import java.util.Arrays;

/**
 * Contacts of one bucket as a search wants them: the first 64 bits of their IDs side by side, so
 * that picking the closest touches one or two cache lines rather than three objects per contact.
 * Immutable.
 */
final class Listing {
  private final long[] highs;
  private final Contact[] contacts;

  private Listing(Contact[] contacts) {
    this.contacts = contacts;
    this.highs = new long[contacts.length];
    for (int i = 0; i < contacts.length; i++) {
      highs[i] = contacts[i].id().high();
    }
  }

  static Listing all(TableEntry[] entries) {
    Contact[] contacts = new Contact[entries.length];
    for (int i = 0; i < entries.length; i++) {
      contacts[i] = entries[i].contact;
    }
    return new Listing(contacts);
  }

  static Listing live(TableEntry[] entries) {
    int count = 0;
    TableEntry[] live = new TableEntry[entries.length];
    for (TableEntry entry : entries) {
      if (entry.isLive()) {
        live[count++] = entry;
      }
    }
    return all(Arrays.copyOf(live, count));
  }

  /**
   * Appends the closest to {@code into}, closest first, until it holds {@code count}. A contact's
   * place is the number of those closer: counting that for each of eight takes no branch that a
   * processor could guess wrong, and no memory.
   *
   * @param found how many it holds already
   * @return how many it holds then
   */
  int appendClosest(Key target, int count, Contact[] into, int found) {
    for (int i = 0; i < contacts.length; i++) {
      int place = found + closerThan(i, target);
      if (place < count) {
        into[place] = contacts[i];
      }
    }
    return Math.min(count, found + contacts.length);
  }

  private int closerThan(int index, Key target) {
    // Sign bits flipped, for signed comparison to be unsigned.
    long base = target.high() ^ Long.MIN_VALUE;
    long distance = highs[index] ^ base;
    int closer = 0;
    int equal = 0;
    for (long high : highs) {
      long other = high ^ base;
      closer += other < distance ? 1 : 0;
      equal += other == distance ? 1 : 0;
    }
    return equal == 1 ? closer : closer + closerAmongEqual(index, target);
  }

  /** Two random IDs never share 64 bits, but an attacker's may. */
  private int closerAmongEqual(int index, Key target) {
    int closer = 0;
    for (int i = 0; i < highs.length; i++) {
      if (highs[i] == highs[index]
          && target.compareDistance(contacts[i].id(), contacts[index].id()) < 0) {
        closer++;
      }
    }
    return closer;
  }
}
