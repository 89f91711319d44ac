package org.orbweaver.kademlia;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RoutingTableTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long START = 1_800_000_000L * SECOND;
  private static final long RTT = 50_000_000L;

  private final Random random = new Random(2010);
  private final RoutingTable table = new RoutingTable(TablePolicy.PUBLIC);

  @Test
  void onlyWhoAnsweredIsInTheTable() {
    Contact asking = contact("1");
    table.onQuery(START, asking);
    assertThat(closest(Key.ZERO)).isEmpty();
    assertThat(table.questionable(START)).containsExactly(asking);

    table.onReply(START, asking, RTT);
    assertThat(closest(Key.ZERO)).containsExactly(asking);
    assertThat(table.buckets().getFirst().replacements()).isEmpty();
  }

  @Test
  void fullBucketKeepsOldestLiveContact() {
    List<Contact> old = fill("0", 8);
    Contact newcomer = contact("0");
    table.onReply(START, newcomer, RTT);

    assertThat(entries()).containsExactlyInAnyOrderElementsOf(old);
    assertThat(table.buckets().getFirst().replacements())
        .extracting(EntryView::contact)
        .containsExactly(newcomer);
  }

  @Test
  void secondFailureYieldsToVerifiedReplacement() {
    List<Contact> old = fill("0", 8);
    Contact waiting = contact("0");
    table.onReply(START, waiting, RTT);

    table.onTimeout(START, old.get(3));
    assertThat(entries()).contains(old.get(3));
    assertThat(closest(old.get(3).id())).doesNotContain(old.get(3));
    table.onTimeout(START, old.get(3));
    assertThat(entries()).contains(waiting).doesNotContain(old.get(3));
  }

  @Test
  void unverifiedReplacementTakesNoPlaceUntilItAnswers() {
    List<Contact> old = fill("0", 8);
    Contact asking = contact("0");
    table.onQuery(START, asking);
    table.onTimeout(START, old.getFirst());
    table.onTimeout(START, old.getFirst());
    assertThat(entries()).contains(old.getFirst());
    assertThat(table.questionable(START)).containsExactlyInAnyOrder(old.getFirst(), asking);

    table.onReply(START, asking, RTT);
    assertThat(entries()).contains(asking).doesNotContain(old.getFirst());
  }

  @Test
  void repeatedFailuresEvictEvenWithoutReplacement() {
    Contact dead = fill("", 1).getFirst();
    for (int i = 0; i < 5; i++) {
      assertThat(entries()).contains(dead);
      table.onTimeout(START, dead);
    }
    assertThat(entries()).isEmpty();
  }

  @Test
  void replyForgivesFailures() {
    Contact lossy = fill("", 1).getFirst();
    for (int i = 0; i < 20; i++) {
      table.onTimeout(START, lossy);
      table.onTimeout(START, lossy);
      table.onReply(START, lossy, RTT);
    }
    assertThat(closest(Key.ZERO)).containsExactly(lossy);
  }

  @Test
  void liveEntryIsNotTakenOverByAnotherAddress() {
    Contact owner = fill("", 1).getFirst();
    Contact thief = new Contact(owner.id(), endpoint());
    table.onReply(START, thief, RTT);
    table.onTimeout(START, thief);
    assertThat(closest(Key.ZERO)).containsExactly(owner);

    table.onTimeout(START, owner);
    table.onReply(START, thief, RTT);
    assertThat(entries()).containsExactly(owner);
    table.onTimeout(START, owner);
    table.onReply(START, thief, RTT);
    assertThat(entries()).containsExactly(thief);
  }

  @Test
  void oneEntryPerAddressAndTwoPerNetworkInTheWholeTable() {
    table.addLocalId(Key.random(random));
    for (int i = 0; i < 3000; i++) {
      Endpoint endpoint =
          Endpoint.v4(0x0B000000 | random.nextInt(40) << 8 | random.nextInt(4), 1 + i);
      table.onReply(START, new Contact(Key.random(random), endpoint), RTT);
    }
    List<Contact> all = entries();
    assertThat(all).hasSizeLessThanOrEqualTo(80).hasSizeGreaterThan(40);
    for (Contact contact : all) {
      Endpoint mine = contact.endpoint();
      assertThat(all.stream().filter(c -> c.endpoint().sameAddress(mine))).hasSize(1);
      assertThat(all.stream().filter(c -> c.endpoint().network() == mine.network()).count())
          .isLessThanOrEqualTo(2);
    }
  }

  @Test
  void privateNetworksMayLiveOnOneAddress() {
    RoutingTable open = new RoutingTable(TablePolicy.PRIVATE);
    for (int i = 0; i < 8; i++) {
      open.onReply(START, new Contact(Key.random(random), Endpoint.v4(0x7F000001, 7000 + i)), RTT);
    }
    assertThat(open.size()).isEqualTo(8);
  }

  @Test
  void ownIdsAreNeverContacts() {
    Contact impostor = fill("", 1).getFirst();
    table.addLocalId(impostor.id());
    table.onReply(START, impostor, RTT);
    table.onQuery(START, impostor);
    assertThat(entries()).isEmpty();
    assertThat(table.buckets().getFirst().replacements()).isEmpty();
  }

  @Test
  void idsCrowdedAroundOursGetOneBucket() {
    Key home = Key.random(random);
    table.addLocalId(home);
    for (int i = 0; i < 5000; i++) {
      table.onReply(START, contact(""), RTT);
    }
    int honest = table.size();
    for (int i = 0; i < 32; i++) {
      Key sybil = home.prefixThen(30 + i % 8, Key.random(random));
      table.onReply(START, new Contact(sybil, endpoint()), RTT);
    }
    assertThat(table.size() - honest).isLessThanOrEqualTo(8);
    assertThat(honest).isGreaterThan(72);
  }

  @Test
  void idsThatShareMoreThanSixtyFourBitsAreStillSorted() {
    Key base = Key.random(random);
    List<Contact> crowd = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      crowd.add(new Contact(base.prefixThen(64 + 10 * i, Key.random(random)), endpoint()));
      table.onReply(START, crowd.getLast(), RTT);
    }
    for (int i = 0; i < 100; i++) {
      Key target = base.prefixThen(random.nextInt(160), Key.random(random));
      assertThat(closest(target))
          .containsExactlyElementsOf(
              crowd.stream().sorted(ModelNetwork.byDistance(target)).toList());
    }
  }

  @Test
  void floodOfQueriesDoesNotFlushVerifiedReplacements() {
    fill("0", 8);
    Contact verified = contact("0");
    table.onReply(START, verified, RTT);
    for (int i = 0; i < 1000; i++) {
      table.onQuery(START + i * SECOND, contact("0"));
    }
    List<EntryView> waiting = table.buckets().getFirst().replacements();
    assertThat(waiting).hasSize(8).extracting(EntryView::contact).contains(verified);
    assertThat(waiting)
        .filteredOn(entry -> !entry.verified())
        .allMatch(entry -> entry.lastSeen() > START + 700 * SECOND);
  }

  @Test
  void bucketsGoStaleAfterFifteenMinutesOfSilence() {
    Contact contact = fill("", 1).getFirst();
    assertThat(table.staleBuckets(START + 899 * SECOND)).isEmpty();
    assertThat(table.staleBuckets(START + 900 * SECOND)).containsExactly(Prefix.WHOLE_SPACE);
    assertThat(table.questionable(START + 900 * SECOND)).containsExactly(contact);

    table.onRefresh(START + 900 * SECOND, Prefix.parse("01"));
    assertThat(table.staleBuckets(START + 901 * SECOND)).isEmpty();
  }

  @Test
  void newcomerMustAnswerAgainAfterAMinute() {
    Contact contact = fill("", 1).getFirst();
    assertThat(table.questionable(START + 59 * SECOND)).isEmpty();
    assertThat(table.questionable(START + 60 * SECOND)).containsExactly(contact);
    table.onReply(START + 61 * SECOND, contact, RTT);
    assertThat(table.questionable(START + 120 * SECOND)).isEmpty();
    assertThat(table.questionable(START + 121 * SECOND)).containsExactly(contact);
  }

  @Test
  void contactIsAskedTheLessOftenTheLongerItIsKnown() {
    Contact contact = fill("", 1).getFirst();
    table.onReply(START + 600 * SECOND, contact, RTT);
    assertThat(table.questionable(START + 749 * SECOND)).isEmpty();
    assertThat(table.questionable(START + 750 * SECOND)).containsExactly(contact);
    table.onReply(START + 7200 * SECOND, contact, RTT);
    assertThat(table.questionable(START + 7499 * SECOND)).isEmpty();
    assertThat(table.questionable(START + 7500 * SECOND)).containsExactly(contact);
  }

  @Test
  void strangerEntersALargeNetworksTableOnlyAfterAMinute() {
    table.onSizeEstimate(50_000);
    Contact stranger = contact("");
    table.onQuery(START, stranger);
    assertThat(table.questionable(START)).containsExactly(stranger);
    table.onPong(START + SECOND, stranger, RTT);
    assertThat(entries()).isEmpty();
    assertThat(table.questionable(START + 60 * SECOND)).isEmpty();
    assertThat(table.questionable(START + 61 * SECOND)).containsExactly(stranger);
    table.onPong(START + 61 * SECOND, stranger, RTT);
    assertThat(entries()).containsExactly(stranger);
  }

  @Test
  void strangerOfWhomOthersTellEntersAtOnce() {
    table.onSizeEstimate(50_000);
    Contact stranger = contact("");
    table.onQuery(START, stranger);
    table.onReply(START + SECOND, stranger, RTT);
    assertThat(entries()).containsExactly(stranger);
  }

  @Test
  void strangerNearUsWhoseIdDoesNotFitItsAddressNeedsOthersToTellOfIt() {
    Endpoint address = Endpoint.parse("81.2.3.4:6881");
    Key fitting = SecureId.of(address, 1, random);
    Key home = fitting.prefixThen(15, fitting.flip(15));
    table.addLocalId(home);
    table.onSizeEstimate(50_000);
    Contact near = new Contact(home.prefixThen(14, Key.random(random)), endpoint());
    introduce(near);
    introduce(new Contact(fitting, address));
    assertThat(entries()).containsExactly(new Contact(fitting, address));
    table.onReply(START + 120 * SECOND, near, RTT);
    assertThat(entries()).contains(near);
  }

  private void introduce(Contact stranger) {
    table.onQuery(START, stranger);
    table.onPong(START, stranger, RTT);
    table.onPong(START + 60 * SECOND, stranger, RTT);
  }

  @Test
  void addressThatHasItsPlaceIsNotAskedForAnother() {
    Contact known = fill("", 1).getFirst();
    table.onQuery(START, new Contact(Key.random(random), known.endpoint()));
    assertThat(table.questionable(START + SECOND)).isEmpty();
  }

  @Test
  void crowdThatCameBeforeTheSizeWasKnownIsThinnedOut() {
    int nodes = 50_000;
    Key home = Key.random(random);
    table.addLocalId(home);
    fill("", nodes);
    List<Contact> honest = entries();
    for (int i = 0; i < 32; i++) {
      Key close = home.prefixThen(18 + i % 20, Key.random(random));
      table.onReply(START + SECOND, new Contact(close, endpoint()), RTT);
    }
    assertThat(table.size()).isGreaterThan(honest.size() + 4);
    table.onSizeEstimate(nodes);
    assertThat(entries()).containsAll(honest).hasSizeLessThanOrEqualTo(honest.size() + 3);
    assertThat(entries()).noneMatch(contact -> home.commonPrefixLength(contact.id()) > 25);
  }

  @Test
  void crowdAroundOurIdGetsFewPlacesOnceTheSizeOfTheNetworkIsKnown() {
    int nodes = 50_000;
    Key home = Key.random(random);
    table.addLocalId(home);
    fill("", nodes);
    int honest = table.size();
    table.onSizeEstimate(nodes);
    for (int i = 0; i < 10_000; i++) {
      Key close = home.prefixThen(12 + random.nextInt(36), Key.random(random));
      table.onReply(START, new Contact(close, endpoint()), RTT);
    }
    assertThat(table.size()).isBetween(honest, honest + 8);
    assertThat(entries())
        .filteredOn(contact -> home.commonPrefixLength(contact.id()) > 20)
        .hasSizeLessThanOrEqualTo(2);
  }

  @Test
  void honestNeighboursAreNoCrowd() {
    int nodes = 50_000;
    Key home = Key.random(random);
    table.addLocalId(home);
    RoutingTable unlimited = new RoutingTable(TablePolicy.PUBLIC);
    unlimited.addLocalId(home);
    table.onSizeEstimate(nodes);
    for (int i = 0; i < nodes; i++) {
      Contact contact = contact("");
      table.onReply(START, contact, RTT);
      unlimited.onReply(START, contact, RTT);
    }
    assertThat(table.size()).isBetween(unlimited.size() - 1, unlimited.size());
  }

  @Test
  void removedLocalIdsLetBucketsMerge() {
    List<Key> homes = new ArrayList<>();
    List<Contact> contacts = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      homes.add(Key.random(random));
      table.addLocalId(homes.getLast());
    }
    for (int i = 0; i < 4000; i++) {
      contacts.add(contact(""));
      table.onReply(START, contacts.getLast(), RTT);
    }
    assertThat(table.buckets().size()).isGreaterThan(64);
    homes.forEach(table::removeLocalId);
    for (Contact contact : contacts) {
      for (int i = 0; i < 5; i++) {
        table.onTimeout(START, contact);
      }
    }
    assertThat(table.buckets().size()).isEqualTo(1);
    assertThat(table.size()).isZero();
  }

  private List<Contact> fill(String prefix, int count) {
    List<Contact> contacts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      contacts.add(contact(prefix));
      table.onReply(START, contacts.getLast(), RTT);
    }
    return contacts;
  }

  private Contact contact(String prefix) {
    return new Contact(Prefix.parse(prefix).randomKey(random), endpoint());
  }

  private Endpoint endpoint() {
    return Endpoint.v4(random.nextInt(), 1 + random.nextInt(0xFFFF));
  }

  private List<Contact> closest(Key target) {
    Contact[] into = new Contact[8];
    int count = table.closest(target, 8, into);
    return List.of(Arrays.copyOf(into, count));
  }

  private List<Contact> entries() {
    return table.entries().stream().map(EntryView::contact).toList();
  }
}
