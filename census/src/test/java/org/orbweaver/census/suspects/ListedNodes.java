package org.orbweaver.census.suspects;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.orbweaver.census.SnapshotNodes;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.kademlia.SecureId;

/** A snapshot put together by hand. */
final class ListedNodes implements SnapshotNodes {
  private final List<Contact> contacts = new ArrayList<>();
  private final RandomGenerator random;

  ListedNodes(long seed) {
    random = new SplittableRandom(seed);
  }

  /** Nodes at addresses of their own; seven of ten keep to BEP 42. */
  ListedNodes withHonest(int count) {
    for (int i = 0; i < count; i++) {
      honestAt(randomAddress(), 6881);
    }
    return this;
  }

  /** Honest customers behind one address, each at a port of its own. */
  ListedNodes withNat(int customers) {
    Endpoint address = randomAddress();
    for (int i = 0; i < customers; i++) {
      honestAt(address, 10_000 + i);
    }
    return this;
  }

  private void honestAt(Endpoint address, int port) {
    Key id =
        random.nextDouble() < 0.7
            ? SecureId.of(address, random.nextInt(256), random)
            : Key.random(random);
    with(id, address.withPort(port));
  }

  ListedNodes withSybils(int count) {
    Endpoint address = randomAddress();
    for (int i = 0; i < count; i++) {
      with(Key.random(random), address.withPort(10_000 + i));
    }
    return this;
  }

  ListedNodes withEclipse(Key target, int bits, int count, boolean atOneAddress) {
    Endpoint shared = randomAddress();
    for (int i = 0; i < count; i++) {
      Endpoint address = atOneAddress ? shared : randomAddress();
      with(target.prefixThen(bits, Key.random(random)), address.withPort(2000 + i));
    }
    return this;
  }

  ListedNodes with(Key id, Endpoint endpoint) {
    contacts.add(new Contact(id, endpoint));
    return this;
  }

  Endpoint randomAddress() {
    return Endpoint.v4(random.nextInt(0x1000_0000, 0x6000_0000), 6881);
  }

  @Override
  public int size() {
    return contacts.size();
  }

  @Override
  public Key id(int node) {
    return contacts.get(node).id();
  }

  @Override
  public Endpoint endpoint(int node) {
    return contacts.get(node).endpoint();
  }
}
