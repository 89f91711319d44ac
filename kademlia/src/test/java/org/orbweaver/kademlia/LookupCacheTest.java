package org.orbweaver.kademlia;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LookupCacheTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long NOW = 1_800_000_000L * SECOND;

  private final Random random = new Random(6);
  private final LookupCache cache = new LookupCache(1000);

  @Test
  void keepsNothingWithoutAnchors() {
    cache.onReply(NOW, contact(Prefix.WHOLE_SPACE));
    assertThat(cache.nodes()).isZero();
  }

  @Test
  void offersTheClosestInOrder() {
    Key target = Key.random(random);
    cache.anchor(NOW, target);
    List<Contact> all = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      all.add(contact(Prefix.of(target, i / 2)));
      cache.onReply(NOW, all.getLast());
    }
    all.sort(ModelNetwork.byDistance(target));
    assertThat(closest(NOW, target, 8)).isEqualTo(all.subList(0, 8));
  }

  @Test
  void refusesANodeWhereEnoughCloserOnesAreCached() {
    Key target = Key.random(random);
    cache.anchor(NOW, target);
    for (int i = 0; i < 16; i++) {
      cache.onReply(NOW, contact(Prefix.of(target, 20)));
    }
    cache.onReply(NOW, contact(Prefix.of(target.flip(15), 16)));
    assertThat(cache.nodes()).isEqualTo(16);
    Contact closer = contact(Prefix.of(target, 30));
    cache.onReply(NOW, closer);
    assertThat(closest(NOW, target, 1)).containsExactly(closer);
  }

  @Test
  void failureRemovesAtOnceAndReplyBringsBack() {
    Key target = Key.random(random);
    cache.anchor(NOW, target);
    Contact contact = contact(Prefix.of(target, 9));
    cache.onReply(NOW, contact);
    cache.onFailure(new Contact(contact.id(), Endpoint.v4(1, 1)));
    assertThat(closest(NOW, target, 8)).containsExactly(contact);
    cache.onFailure(contact);
    assertThat(closest(NOW, target, 8)).isEmpty();
    cache.onReply(NOW, contact);
    assertThat(closest(NOW, target, 8)).containsExactly(contact);
  }

  @Test
  void anotherAddressDoesNotTakeOverACachedId() {
    Key target = Key.random(random);
    cache.anchor(NOW, target);
    Contact owner = contact(Prefix.of(target, 9));
    cache.onReply(NOW, owner);
    cache.onReply(NOW, new Contact(owner.id(), Endpoint.v4(1, 1)));
    assertThat(closest(NOW, target, 8)).containsExactly(owner);
  }

  @Test
  void threeUnansweredQueriesMakeAContactSilentUntilItAnswersOrTimePasses() {
    Contact dead = contact(Prefix.WHOLE_SPACE);
    long soon = NOW + 500_000_000L;
    cache.onSilence(NOW, dead);
    cache.onSilence(NOW, dead);
    assertThat(cache.isSilent(soon, dead)).isFalse();
    cache.onSilence(NOW, dead);
    assertThat(cache.isSilent(soon, dead)).isTrue();
    assertThat(cache.isSilent(NOW + LookupCache.MAX_AGE, dead)).isFalse();
    cache.onReply(soon, dead);
    assertThat(cache.isSilent(soon, dead)).isFalse();
  }

  @Test
  void slowContactAskedByManyLookupsAtOnceIsNotYetSilent() {
    Contact slow = contact(Prefix.WHOLE_SPACE);
    for (int i = 0; i < 5; i++) {
      cache.onSilence(NOW + i, slow);
    }
    assertThat(cache.isSilent(NOW + 5, slow)).isFalse();
  }

  @Test
  void oldNodesAreNotOfferedAndCleanUpForgetsThem() {
    Key target = Key.random(random);
    cache.anchor(NOW, target);
    cache.onReply(NOW, contact(Prefix.of(target, 9)));
    long later = NOW + LookupCache.MAX_AGE;
    assertThat(closest(later, target, 8)).isEmpty();
    cache.cleanUp(later);
    assertThat(cache.nodes()).isZero();
    assertThat(cache.anchors()).isZero();
  }

  @Test
  void cleanUpForgetsNodesNoAnchorNeedsAnyMore() {
    Key old = Key.ZERO;
    Key recent = Key.MAX;
    cache.anchor(NOW, old);
    cache.anchor(NOW + 300 * SECOND, recent);
    for (int i = 0; i < 20; i++) {
      cache.onReply(NOW + 301 * SECOND, contact(Prefix.of(old, 10)));
      cache.onReply(NOW + 301 * SECOND, contact(Prefix.of(recent, 10)));
    }
    cache.cleanUp(NOW + LookupCache.MAX_AGE);
    assertThat(cache.anchors()).isEqualTo(1);
    assertThat(cache.nodes()).isEqualTo(16);
    assertThat(closest(NOW + LookupCache.MAX_AGE, recent, 16))
        .allMatch(contact -> contact.id().bit(0));
  }

  @Test
  void memoryIsBoundedAndTheRecentDisplaceTheOld() {
    LookupCache small = new LookupCache(50);
    for (int i = 0; i < 5000; i++) {
      long now = NOW + i * SECOND;
      Key target = Key.random(random);
      small.anchor(now, target);
      Contact contact = contact(Prefix.of(target, 20));
      small.onReply(now, contact);
      small.onSilence(now, contact(Prefix.WHOLE_SPACE));
      assertThat(small.nodes()).isLessThanOrEqualTo(50);
      assertThat(small.anchors()).isLessThanOrEqualTo(50);
      if (i % 61 == 0) {
        assertThat(small.nodes()).as("after %d", i).isPositive();
      }
    }
  }

  @Test
  void aFastWalkTakesASmallCacheAlong() {
    LookupCache small = new LookupCache(50);
    for (int i = 0; i < 500; i++) {
      long now = NOW + i * SECOND / 100;
      Key target = new Key((long) i << 50, 0, 0);
      small.anchor(now, target);
      Contact neighbour = contact(Prefix.of(target, 20));
      small.onReply(now, neighbour);
      Contact[] found = new Contact[1];
      assertThat(small.closest(now, target, found)).as("after %d", i).isEqualTo(1);
      assertThat(found[0]).isEqualTo(neighbour);
    }
  }

  @Test
  void withoutRoomItKeepsNothing() {
    LookupCache none = LookupCache.disabled();
    Key target = Key.random(random);
    none.anchor(NOW, target);
    none.onReply(NOW, contact(Prefix.of(target, 5)));
    none.cleanUp(NOW);
    assertThat(none.nodes() + none.anchors()).isZero();
  }

  /** Against sorting all cached nodes: the window may miss some, though rarely. */
  @Test
  void naturalOrderApproximatesXorDistance() {
    Key target = Key.random(random);
    int exact = 0;
    int rounds = 500;
    for (int round = 0; round < rounds; round++) {
      LookupCache fresh = new LookupCache(1000);
      Key anchor = Prefix.of(target, 8).randomKey(random);
      fresh.anchor(NOW, anchor);
      List<Contact> all = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        all.add(contact(Prefix.of(target, 8)));
        fresh.onReply(NOW, all.getLast());
      }
      all.sort(ModelNetwork.byDistance(anchor));
      Contact[] into = new Contact[8];
      int count = fresh.closest(NOW, anchor, into);
      exact += Arrays.asList(into).subList(0, count).equals(all.subList(0, 8)) ? 1 : 0;
    }
    assertThat(exact).isGreaterThan(rounds * 8 / 10);
  }

  private List<Contact> closest(long now, Key target, int count) {
    Contact[] into = new Contact[count];
    int found = cache.closest(now, target, into);
    return List.of(Arrays.copyOf(into, found));
  }

  private Contact contact(Prefix range) {
    return new Contact(range.randomKey(random), Endpoint.v4(random.nextInt(), 6881));
  }
}
