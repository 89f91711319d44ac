package org.orbweaver.kademlia;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** One lookup, step by step, among nodes that stall, die and lie. */
class LookupTest {
  private static final long NOW = 1_800_000_000_000_000_000L;

  private final Random random = new Random(5);
  private final Key target = Key.random(random);
  private final LookupSettings settings = new LookupSettings(2, 2, 1, 30, 2, true);

  @Test
  void closestIsAskedFirstAndConcurrencyIsRespected() {
    Lookup lookup = lookup(settings);
    Contact far = node(1);
    Contact middle = node(2);
    Contact near = node(3);
    lookup.seed(far);
    lookup.seed(near);
    lookup.seed(middle);
    assertThat(lookup.next(NOW)).isEqualTo(near);
    assertThat(lookup.next(NOW)).isEqualTo(middle);
    assertThat(lookup.next(NOW)).isNull();
    assertThat(lookup.converged()).isFalse();
  }

  @Test
  void endsWhenTheClosestHaveAnswered() {
    Lookup lookup = lookup(settings);
    Contact far = node(1);
    lookup.seed(far);
    lookup.seed(node(0));
    assertThat(lookup.next(NOW)).isEqualTo(far);
    Contact near = node(5);
    Contact nearest = node(7);
    reply(lookup, far, near, nearest, node(4), node(3));
    assertThat(lookup.next(NOW)).isEqualTo(nearest);
    assertThat(lookup.next(NOW)).isEqualTo(near);
    reply(lookup, near);
    assertThat(lookup.next(NOW)).isNull();
    assertThat(lookup.finished()).isFalse();
    reply(lookup, nearest);
    assertThat(lookup.next(NOW)).isNull();
    assertThat(lookup.finished()).isTrue();
    assertThat(lookup.closest()).containsExactly(nearest, near);
    assertThat(lookup.queries()).isEqualTo(3);
  }

  @Test
  void stallLetsAnotherBeAskedAndTheLateReplyCounts() {
    Lookup lookup = lookup(settings.withConcurrency(1).withRetries(0));
    Contact slow = node(6);
    Contact next = node(4);
    Contact last = node(2);
    lookup.seed(slow);
    lookup.seed(next);
    lookup.seed(last);
    assertThat(lookup.next(NOW)).isEqualTo(slow);
    assertThat(lookup.next(NOW)).isNull();
    lookup.onStall(NOW, slow);
    assertThat(lookup.next(NOW)).isEqualTo(next);
    reply(lookup, next);
    assertThat(lookup.next(NOW)).isEqualTo(last);
    reply(lookup, last);
    assertThat(lookup.converged()).isTrue();
    assertThat(lookup.finished()).isFalse();
    reply(lookup, slow);
    assertThat(lookup.finished()).isTrue();
    assertThat(lookup.closest()).containsExactly(slow, next);
  }

  @Test
  void silentNodeIsRetriedAfterAllOthersAndThenGivenUp() {
    Lookup lookup = lookup(settings);
    Contact lossy = node(6);
    lookup.seed(lossy);
    lookup.seed(node(4));
    lookup.seed(node(3));
    assertThat(lookup.next(NOW)).isEqualTo(lossy);
    Contact other = Objects.requireNonNull(lookup.next(NOW));
    lookup.onFailure(NOW, lossy);
    assertThat(lookup.next(NOW)).isNull();
    reply(lookup, other);
    assertThat(lookup.next(NOW)).isEqualTo(lossy);
    lookup.onFailure(NOW, lossy);
    Contact third = Objects.requireNonNull(lookup.next(NOW));
    reply(lookup, third);
    assertThat(lookup.next(NOW)).isNull();
    assertThat(lookup.closest()).containsExactly(other, third);
  }

  @Test
  void invitedByOneWitnessOnlyTheSilentGetNoRetry() {
    Lookup lookup = lookup(settings);
    Contact honest = node(1);
    Contact invented = node(9);
    lookup.seed(honest);
    lookup.next(NOW);
    reply(lookup, honest, invented);
    assertThat(lookup.next(NOW)).isEqualTo(invented);
    lookup.onFailure(NOW, invented);
    assertThat(lookup.next(NOW)).isNull();
    assertThat(lookup.finished()).isTrue();
  }

  @Test
  void replyWithAnotherIdIsDropped() {
    Lookup lookup = lookup(settings);
    Contact liar = node(3);
    Contact bait = node(9);
    lookup.seed(liar);
    lookup.next(NOW);
    assertThat(lookup.onReply(NOW, liar, Key.random(random), List.of(bait))).isFalse();
    assertThat(lookup.next(NOW)).isNull();
    assertThat(lookup.closest()).isEmpty();
    lookup.seed(liar);
    assertThat(lookup.next(NOW)).isNull();
  }

  @Test
  void falseClaimToAnAddressDoesNotSilenceItsOwner() {
    Lookup lookup = lookup(settings.withConcurrency(1));
    Contact source = node(1);
    Contact honest = node(5);
    Contact forged = new Contact(keyAt(8), honest.endpoint());
    lookup.seed(source);
    lookup.next(NOW);
    reply(lookup, source, forged, honest);
    assertThat(lookup.next(NOW)).isEqualTo(forged);
    lookup.onReply(NOW, forged, honest.id(), List.of());
    assertThat(lookup.next(NOW)).isEqualTo(honest);
    reply(lookup, honest);
    assertThat(lookup.closest()).containsExactly(honest, source);
  }

  @Test
  void contradictingClaimsAreNotAskedAtTheSameTime() {
    Lookup lookup = lookup(settings);
    Contact honest = node(5);
    lookup.seed(honest);
    lookup.seed(new Contact(keyAt(8), honest.endpoint().withPort(7)));
    lookup.seed(new Contact(keyAt(9), honest.endpoint().withPort(8)));
    assertThat(lookup.next(NOW)).isNotNull();
    assertThat(lookup.next(NOW)).isNull();
  }

  @Test
  void oneNetworkGetsTwoCandidatesTheClosest() {
    Lookup lookup = lookup(new LookupSettings(8, 8, 0, 30, 2, true));
    List<Contact> sameNetwork = new ArrayList<>();
    for (int i = 1; i < 8; i++) {
      sameNetwork.add(new Contact(keyAt(i), Endpoint.v4(0x08080800 + i, 6881)));
    }
    sameNetwork.forEach(lookup::seed);
    assertThat(askAll(lookup)).containsExactly(sameNetwork.get(6), sameNetwork.get(5));
  }

  @Test
  void inventorOfContactsIsFoundOut() {
    Lookup lookup = lookup(new LookupSettings(8, 1, 0, 100, 2, true));
    Contact liar = node(2);
    Contact honest = node(1);
    lookup.seed(liar);
    lookup.seed(honest);
    assertThat(lookup.next(NOW)).isEqualTo(liar);
    Contact[] invented = new Contact[16];
    for (int i = 0; i < 16; i++) {
      invented[i] = node(20 + i);
    }
    reply(lookup, liar, invented);
    for (int i = 0; i < 4; i++) {
      Contact asked = Objects.requireNonNull(lookup.next(NOW));
      assertThat(invented).contains(asked);
      lookup.onFailure(NOW, asked);
    }
    assertThat(lookup.next(NOW)).isEqualTo(honest);
    Contact truth = invented[0];
    reply(lookup, honest, truth);
    assertThat(lookup.next(NOW)).isEqualTo(truth);
  }

  @Test
  void endlessCloserContactsEndWithTheBudget() {
    Lookup lookup = lookup(settings);
    lookup.seed(node(1));
    int asked = 0;
    for (Contact next = lookup.next(NOW); next != null; next = lookup.next(NOW)) {
      List<Contact> closer = new ArrayList<>();
      for (int i = 0; i < 500; i++) {
        closer.add(node(Math.min(120, 2 + asked)));
      }
      lookup.onReply(NOW, next, next.id(), closer);
      asked++;
    }
    assertThat(asked).isEqualTo(30);
    assertThat(lookup.finished()).isTrue();
  }

  @Test
  void ownIdsAreNotAsked() {
    Contact own = node(9);
    Lookup lookup =
        new Lookup(NOW, target, settings, LookupCache.disabled(), contact -> !contact.equals(own));
    Contact source = node(1);
    lookup.seed(own);
    lookup.seed(source);
    assertThat(lookup.next(NOW)).isEqualTo(source);
    reply(lookup, source, own);
    assertThat(lookup.next(NOW)).isNull();
  }

  @Test
  void runningLookupTakesCloserNodesFromTheCache() {
    LookupCache cache = new LookupCache(100);
    Lookup lookup = new Lookup(NOW, target, settings, cache, _ -> true);
    Contact start = node(1);
    lookup.seed(start);
    lookup.next(NOW);
    Contact metByAnother = node(30);
    cache.onReply(NOW, metByAnother);
    reply(lookup, start);
    assertThat(lookup.next(NOW)).isEqualTo(metByAnother);
    lookup.onFailure(NOW, metByAnother);
    assertThat(cache.nodes()).isEqualTo(1);
  }

  private Lookup lookup(LookupSettings with) {
    return new Lookup(NOW, target, with, LookupCache.disabled(), _ -> true);
  }

  private static void reply(Lookup lookup, Contact from, Contact... named) {
    assertThat(lookup.onReply(NOW, from, from.id(), List.of(named))).isTrue();
  }

  private static List<Contact> askAll(Lookup lookup) {
    List<Contact> asked = new ArrayList<>();
    for (Contact next = lookup.next(NOW); next != null; next = lookup.next(NOW)) {
      asked.add(next);
    }
    return asked;
  }

  /** A key that shares exactly so many bits with the target. */
  private Key keyAt(int sharedBits) {
    return target.flip(sharedBits).prefixThen(sharedBits + 1, Key.random(random));
  }

  private Contact node(int sharedBits) {
    return new Contact(keyAt(sharedBits), Endpoint.v4(random.nextInt(), 6881));
  }
}
