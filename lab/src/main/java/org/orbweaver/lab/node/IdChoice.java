package org.orbweaver.lab.node;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.kademlia.SecureId;
import org.orbweaver.kademlia.StaggeredIds;

/** How a node with many homes comes by their IDs, which BEP 42 ties to their addresses. */
public enum IdChoice {
  /** Any of the eight prefixes that an address allows. */
  RANDOM {
    @Override
    Key idAt(Endpoint address, List<Key> inUse, RandomGenerator random) {
      return SecureId.of(address, random.nextInt(256), random);
    }
  },
  /** The one of them farthest from the IDs of the other homes, as our node chooses by itself. */
  STAGGERED {
    @Override
    Key idAt(Endpoint address, List<Key> inUse, RandomGenerator random) {
      return StaggeredIds.secure(address, inUse, random);
    }
  };

  private static final int FIRST_NETWORK = 0x59000001; // 89.0.0.1
  private static final int PORT = 6881;

  abstract Key idAt(Endpoint address, List<Key> inUse, RandomGenerator random);

  /** That many homes, each in a network of its own. */
  public List<Contact> homes(int count, RandomGenerator random) {
    List<Key> inUse = new ArrayList<>();
    List<Contact> homes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Endpoint address = Endpoint.v4(FIRST_NETWORK + (i << 8), PORT);
      Key id = idAt(address, inUse, random);
      inUse.add(id);
      homes.add(new Contact(id, address));
    }
    return homes;
  }
}
