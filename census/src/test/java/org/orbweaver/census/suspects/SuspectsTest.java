package org.orbweaver.census.suspects;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.kademlia.Prefix;

class SuspectsTest {
  private static final int NODES = 20_000;
  private static final Key TARGET = Key.parse("37b22fa900000000000000000000000000000000");

  @Test
  void honestNodesAreNoSuspectsHoweverManyShareAnAddress() {
    for (int seed = 1; seed <= 10; seed++) {
      Suspects suspects =
          Suspects.of(new ListedNodes(seed).withHonest(NODES).withNat(500).withNat(100));
      assertThat(suspects.sybils().suspects()).as("seed %d", seed).isEmpty();
      assertThat(suspects.eclipses().suspects()).as("seed %d", seed).isEmpty();
      assertThat(suspects.sybils().top().getFirst().ids()).isEqualTo(500);
    }
  }

  @Test
  void manyIdsThatHaveNothingToDoWithTheirAddressAreSybils() {
    SybilTable table =
        Suspects.of(new ListedNodes(1).withHonest(NODES).withNat(100).withSybils(60)).sybils();
    assertThat(table.suspects()).singleElement().extracting(SybilSuspect::ids).isEqualTo(60);
    assertThat(table.suspects().getFirst().network()).endsWith(".0/24");
    assertThat(table.fewestTellingIds()).isBetween(3, 60);
    assertThat(table.byPapersRule()).as("more than a hundred IDs").isZero();
  }

  @Test
  void oneIdAtManyPortsIsOneId() {
    ListedNodes nodes = new ListedNodes(2).withHonest(NODES);
    Endpoint address = nodes.randomAddress();
    for (int port = 1; port <= 50; port++) {
      nodes.with(TARGET, address.withPort(port));
    }
    assertThat(Suspects.of(nodes).sybils().suspects()).isEmpty();
  }

  @Test
  void eightIdsMuchCloserToATargetThanChanceAreAnEclipse() {
    for (boolean atOneAddress : new boolean[] {true, false}) {
      EclipseTable table =
          Suspects.of(new ListedNodes(3).withHonest(NODES).withEclipse(TARGET, 22, 8, atOneAddress))
              .eclipses();
      assertThat(table.suspects()).hasSize(1);
      EclipseSuspect suspect = table.suspects().getFirst();
      assertThat(suspect.ids()).isEqualTo(8);
      assertThat(Prefix.of(TARGET, 22).contains(suspect.subspace())).isTrue();
      assertThat(suspect.addresses()).isEqualTo(atOneAddress ? 1 : 8);
      assertThat(table.withSharedAddress()).isEqualTo(atOneAddress ? 1 : 0);
      assertThat(table.sizes()).containsExactly(new EclipseTable.Size(8, 1));
    }
  }

  @Test
  void aSharedAddressGivesAwayWhatDensityDoesNot() {
    // 14 bits: one honest node in a hundred thousand subspaces has as many neighbours.
    ListedNodes nodes = new ListedNodes(4).withHonest(NODES).withEclipse(TARGET, 14, 8, true);
    assertThat(Suspects.of(nodes).eclipses().suspects())
        .singleElement()
        .extracting(EclipseSuspect::mostAtOneAddress)
        .isEqualTo(8);
  }

  @Test
  void equalIdsAreACrowdToo() {
    ListedNodes nodes = new ListedNodes(5).withHonest(NODES).withEclipse(TARGET, 160, 9, false);
    assertThat(Suspects.of(nodes).eclipses().suspects())
        .singleElement()
        .extracting(EclipseSuspect::bits)
        .isEqualTo(160);
  }

  @Test
  void privateAddressesAreCountedApart() {
    ListedNodes nodes = new ListedNodes(6).withHonest(NODES);
    for (int port = 1; port <= 30; port++) {
      nodes.with(Key.ZERO.flip(port), Endpoint.parse("192.168.1.1:" + port));
    }
    SybilTable table = Suspects.of(nodes).sybils();
    assertThat(table.suspects()).isEmpty();
    assertThat(table.privateNodes()).isEqualTo(30);
    assertThat(table.privateAddresses())
        .containsExactly(new SybilTable.PrivateAddress("192.168.1.1", 30));
  }

  @Test
  void theNodesOfAnIpv6NetworkCountTogether() {
    ListedNodes nodes = new ListedNodes(7).withHonest(NODES);
    for (int i = 1; i <= 60; i++) {
      nodes.with(Key.ZERO.flip(2 * i), Endpoint.v6(0x2A02_0000_0000_0001L, i, 6881));
    }
    assertThat(Suspects.of(nodes).sybils().suspects())
        .singleElement()
        .extracting(SybilSuspect::network)
        .isEqualTo("2a02:0:0:1::/64");
  }

  @Test
  void thePapersRuleFollowsTheNetworksSize() {
    assertThat(EclipseDetector.paperBits(16_388_586)).isEqualTo(27);
    assertThat(EclipseDetector.paperBits(1_000_000)).isEqualTo(23);
  }
}
