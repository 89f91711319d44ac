package org.orbweaver.census.net;

import java.util.Arrays;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.wire.krpc.CompactNodes;
import org.orbweaver.wire.krpc.Reply;

/**
 * The contacts of the reply being read, closest to the target first. Used again for every reply.
 */
final class ToldContacts {
  /** BEP 5 means eight; some send their whole table. */
  private static final int MOST = 256;

  private static final Contact NOBODY = new Contact(Key.ZERO, Endpoint.v4(0, 0));

  private final Contact[] contacts = new Contact[MOST];
  private final int[] numbers = new int[MOST];

  ToldContacts() {
    Arrays.fill(contacts, NOBODY);
  }

  /** How many there are. */
  int read(Reply reply, Key target, boolean ipv4) {
    CompactNodes nodes = ipv4 ? reply.nodes() : reply.nodes6();
    int count = Math.min(nodes.size(), MOST);
    for (int i = 0; i < count; i++) {
      insert(i, nodes.contact(i), target.high());
    }
    return count;
  }

  /** Most come sorted, so that nothing has to move. */
  private void insert(int end, Contact contact, long target) {
    long distance = contact.id().high() ^ target;
    int place = end;
    while (place > 0
        && Long.compareUnsigned(contacts[place - 1].id().high() ^ target, distance) > 0) {
      contacts[place] = contacts[place - 1];
      place--;
    }
    contacts[place] = contact;
  }

  Contact contact(int place) {
    return contacts[place];
  }

  /** Room for the numbers of those that are heard of. */
  int[] numbers() {
    return numbers;
  }
}
