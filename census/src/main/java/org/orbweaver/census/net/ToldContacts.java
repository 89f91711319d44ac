package org.orbweaver.census.net;

import java.util.Arrays;
import org.orbweaver.census.journal.RecordedCrawl;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.wire.krpc.CompactNodes;
import org.orbweaver.wire.krpc.Reply;

/**
 * The contacts of the reply being read that can be asked, closest to the target first. Used again
 * for every reply.
 */
final class ToldContacts {
  /** BEP 5 means eight; some send their whole table. */
  private static final int MOST = 256;

  private static final Contact NOBODY = new Contact(Key.ZERO, Endpoint.v4(0, 0));

  private final ContactSieve sieve;
  private final RecordedCrawl crawl;
  private final Contact[] contacts = new Contact[MOST];
  private final int[] numbers = new int[MOST];
  private int count;

  ToldContacts(ContactSieve sieve, RecordedCrawl crawl) {
    this.sieve = sieve;
    this.crawl = crawl;
    Arrays.fill(contacts, NOBODY);
  }

  /** Reads a reply; the crawl hears of those who cannot be asked. */
  void read(long now, Reply reply, Key target) {
    CompactNodes nodes = sieve.isIpv4() ? reply.nodes() : reply.nodes6();
    count = 0;
    for (int i = 0; i < Math.min(nodes.size(), MOST); i++) {
      Contact contact = nodes.contact(i);
      switch (sieve.judge(contact.endpoint())) {
        case ASKABLE -> insert(contact, target.high());
        case UNSENDABLE -> crawl.heardOfUnsendable(now, contact);
        case NONE -> {}
      }
    }
  }

  /** Most come sorted, so that nothing has to move. */
  private void insert(Contact contact, long target) {
    long distance = contact.id().high() ^ target;
    int place = count++;
    while (place > 0
        && Long.compareUnsigned(contacts[place - 1].id().high() ^ target, distance) > 0) {
      contacts[place] = contacts[place - 1];
      place--;
    }
    contacts[place] = contact;
  }

  /** How many there are. */
  int count() {
    return count;
  }

  Contact contact(int place) {
    return contacts[place];
  }

  /** The crawl hears of all; returns their numbers. */
  int[] hear(long now) {
    crawl.nodes().hear(contacts, count, now, numbers);
    return numbers;
  }
}
