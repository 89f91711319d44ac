package org.orbweaver.mainline;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.kademlia.SecureId;

class TakersTest {
  private final Random random = new Random(42);
  private final Key target = Key.random(random);

  @Test
  void closestThatGaveATokenAreEnoughIfTheirIdsFit() {
    List<Contact> nodes = sorted(fitting(40));
    List<Contact> closest = nodes.subList(0, 8);
    assertThat(Takers.of(lookup(closest), nodes)).isEqualTo(closest);
    assertThat(Takers.of(lookup(closest), nodes.subList(1, 40))).isEqualTo(nodes.subList(1, 8));
  }

  @Test
  void forEachWhoseIdDoesNotFitTheNextThatFitsIsAdded() {
    List<Contact> honest = sorted(fitting(4_000)).subList(0, 40);
    int depth = target.commonPrefixLength(honest.getFirst().id());
    List<Contact> crowd = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      crowd.add(new Contact(target.prefixThen(depth + 2, Key.random(random)), address()));
    }
    List<Contact> all = new ArrayList<>(crowd);
    all.addAll(honest);
    List<Contact> closest = sorted(all).subList(0, 8);
    assertThat(closest).containsAll(crowd);
    assertThat(Takers.of(lookup(closest), all))
        .hasSizeGreaterThan(8)
        .hasSizeLessThanOrEqualTo(14)
        .startsWith(closest.toArray(new Contact[0]))
        .allMatch(node -> crowd.contains(node) || honest.indexOf(node) < 8);
  }

  @Test
  void nobodyIsTakenFromFarAway() {
    Contact near = new Contact(target.flip(100), address());
    assertThat(Takers.of(lookup(List.of(near)), List.of(near, fitting(1).getFirst())))
        .containsExactly(near);
  }

  private LookupResult lookup(List<Contact> closest) {
    return new LookupResult(target, closest, 20, 20, Duration.ofSeconds(1));
  }

  private List<Contact> fitting(int count) {
    List<Contact> nodes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Endpoint address = address();
      nodes.add(new Contact(SecureId.of(address, random.nextInt(8), random), address));
    }
    return nodes;
  }

  private Endpoint address() {
    return Endpoint.v4(0x52000000 + random.nextInt(1 << 24), 6881);
  }

  private List<Contact> sorted(List<Contact> nodes) {
    return nodes.stream()
        .sorted(Comparator.comparing(Contact::id, target::compareDistance))
        .toList();
  }
}
