package org.orbweaver.census;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

class KnownNodesTest {
  private static final long START = 1_700_000_000_000_000_000L;
  private static final long SECOND = 1_000_000_000L;

  private final KnownNodes nodes = new KnownNodes(START);

  @Test
  void numbersNodesLikeAMapWould() {
    long seed = 7;
    SplittableRandom random = new SplittableRandom(seed);
    Map<Contact, Integer> reference = new HashMap<>();
    Map<Contact, Integer> sources = new HashMap<>();
    List<Contact> contacts = new ArrayList<>();
    for (int i = 0; i < 200_000; i++) {
      Contact contact =
          contacts.isEmpty() || random.nextInt(4) > 0
              ? randomContact(random)
              : contacts.get(random.nextInt(contacts.size()));
      int expected = reference.getOrDefault(contact, reference.size());
      assertThat(nodes.hear(contact, START)).as("seed %s", seed).isEqualTo(expected);
      if (reference.putIfAbsent(contact, expected) == null) {
        contacts.add(contact);
      }
      sources.merge(contact, 1, Integer::sum);
    }
    for (Contact contact : contacts) {
      int node = nodes.find(contact.id(), contact.endpoint());
      assertThat(node).isEqualTo(reference.get(contact));
      assertThat(new Contact(nodes.id(node), nodes.endpoint(node))).isEqualTo(contact);
      assertThat(nodes.sources(node)).isEqualTo(sources.get(contact));
    }
    assertThat(nodes.bytes() / (double) nodes.size()).isLessThan(80);
  }

  @Test
  void oneIdAtTwoAddressesIsTwoNodes() {
    Key id = Key.random(new SplittableRandom(1));
    Contact first = new Contact(id, Endpoint.parse("192.0.2.1:6881"));
    Contact second = new Contact(id, Endpoint.parse("[2001:db8::1]:6881"));

    assertThat(nodes.hear(first, START)).isZero();
    assertThat(nodes.hear(second, START)).isEqualTo(1);
    assertThat(nodes.find(id, Endpoint.parse("192.0.2.1:6882"))).isEqualTo(-1);
  }

  @Test
  void remembersWhatASnapshotTells() {
    Contact contact = randomContact(new SplittableRandom(2));
    int node = nodes.hear(contact, START + SECOND);
    nodes.asked(node);
    nodes.silent(node, ErrorClass.SILENT);
    assertThat(nodes.seemsGone(node)).isTrue();
    nodes.asked(node);
    nodes.answered(node, START + 3 * SECOND, 41_000_000, 0x4C540206);
    nodes.hear(contact, START + 9 * SECOND);

    assertThat(nodes.seemsGone(node)).isFalse();
    assertThat(nodes.get(node))
        .isEqualTo(
            new KnownNode(
                contact.id(),
                contact.endpoint(),
                START + SECOND,
                START + 9 * SECOND,
                true,
                2,
                2,
                41_000_000,
                0x4C540206));
  }

  @Test
  void countersStopAtTheirLargestValue() {
    int node = nodes.hear(randomContact(new SplittableRandom(3)), START);
    for (int i = 0; i < 70_000; i++) {
      nodes.heardAgain(node, START);
      nodes.asked(node);
      nodes.silent(node, ErrorClass.SILENT);
    }
    assertThat(nodes.sources(node)).isEqualTo(65_535);
    assertThat(nodes.timesAsked(node)).isEqualTo(255);
    assertThat(nodes.timesSilent(node)).isEqualTo(255);
    assertThat(nodes.hasAnswered(node)).isFalse();
  }

  private static Contact randomContact(SplittableRandom random) {
    Endpoint endpoint =
        random.nextBoolean()
            ? Endpoint.v4(random.nextInt(), random.nextInt(65536))
            : Endpoint.v6(random.nextLong(), random.nextLong(), random.nextInt(65536));
    return new Contact(Key.random(random), endpoint);
  }
}
