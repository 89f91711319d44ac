package org.orbweaver.sim.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.kademlia.SecureId;

class PopulationTest {
  private static final Key TARGET = Key.parse("37b22fa900000000000000000000000000000000");

  private static PopulationOptions everybody(AddressSpace space) {
    return PopulationOptions.honest(20_000, 11)
        .at(space)
        .withNat(new CarrierNat(0.1, 200))
        .withSybils(List.of(new SybilAttack(500), new SybilAttack(100)))
        .withEclipses(List.of(new EclipseAttack(TARGET, 32, 32, 6)))
        .withPlanted(List.of(Planted.young(Key.parse("80".repeat(20)))))
        .withGuests(
            List.of(new Guest(Key.parse("40".repeat(20)), Endpoint.parse("9.9.9.9:9"), 0.9, 0)));
  }

  @Test
  void everyAddressLeadsBackToItsNode() {
    for (AddressSpace space :
        List.of(AddressSpace.PUBLIC_IPV4, AddressSpace.loopback(7000), AddressSpace.PUBLIC_IPV6)) {
      Population population = new Population(everybody(space));
      Set<Endpoint> seen = new HashSet<>();
      for (int index = 0; index < population.size(); index++) {
        Endpoint endpoint = population.endpoint(index);
        assertThat(seen.add(endpoint)).as("%s in %s", endpoint, space).isTrue();
        assertThat(population.at(endpoint)).isEqualTo(index);
        assertThat(population.indexOf(population.key(index))).isEqualTo(index);
        if (index > 0) {
          assertThat(population.key(index)).isGreaterThan(population.key(index - 1));
        }
      }
    }
  }

  @Test
  void addressesOfNobodyLeadNowhere() {
    Population population = new Population(everybody(AddressSpace.PUBLIC_IPV4));
    Endpoint first = population.endpoint(0);
    assertThat(population.at(Endpoint.parse("192.168.1.1:6881"))).isEqualTo(Population.NOBODY);
    assertThat(population.at(Endpoint.parse("[2a00::1]:6881"))).isEqualTo(Population.NOBODY);
    assertThat(population.at(first.withPort(first.port() == 80 ? 81 : 80)))
        .isEqualTo(Population.NOBODY);
    int strangers = 0;
    for (int address = 0x0B000000; address < 0x0B000000 + 10_000; address++) {
      strangers += population.at(Endpoint.v4(address, 6881)) == Population.NOBODY ? 1 : 0;
    }
    assertThat(strangers).isGreaterThan(9_990);
  }

  @Test
  void allAddressesArePublicAndScattered() {
    Population population = new Population(PopulationOptions.honest(20_000, 5));
    Set<Long> networks = new HashSet<>();
    for (int index = 0; index < population.size(); index++) {
      assertThat(population.endpoint(index).isGlobal()).isTrue();
      networks.add(population.endpoint(index).network());
    }
    assertThat(networks.size()).isGreaterThan(19_900);
  }

  @Test
  void idsAreUniformWhetherTiedToTheirAddressOrNot() {
    Population population = new Population(PopulationOptions.honest(200_000, 2));
    int[] tied = new int[256];
    int[] free = new int[256];
    for (int index = 0; index < population.size(); index++) {
      int top = (int) (population.key(index).high() >>> 56);
      (population.client(index).secure() ? tied : free)[top]++;
    }
    // 255 degrees of freedom: a mean of 255, and above 340 once in 4,000 times.
    assertThat(chiSquare(tied)).isLessThan(340);
    assertThat(chiSquare(free)).isLessThan(340);
  }

  private static double chiSquare(int[] counts) {
    double expected = java.util.Arrays.stream(counts).average().orElseThrow();
    double sum = 0;
    for (int count : counts) {
      sum += (count - expected) * (count - expected) / expected;
    }
    return sum;
  }

  @Test
  void secureClientsHaveTheIdTheirAddressDemands() {
    for (AddressSpace space : List.of(AddressSpace.PUBLIC_IPV4, AddressSpace.PUBLIC_IPV6)) {
      Population population = new Population(PopulationOptions.honest(5_000, 3).at(space));
      int byChance = 0;
      for (int index = 0; index < population.size(); index++) {
        boolean conforms = SecureId.conforms(population.key(index), population.endpoint(index));
        if (population.client(index).secure()) {
          assertThat(conforms).isTrue();
        } else {
          byChance += conforms ? 1 : 0;
        }
      }
      assertThat(byChance).isLessThan(3);
    }
  }

  @Test
  void rolesAreKnownExactly() {
    Population population = new Population(everybody(AddressSpace.PUBLIC_IPV4));
    Map<NodeRole, Integer> counts = new HashMap<>();
    Map<Endpoint, Integer> perAddress = new HashMap<>();
    for (int index = 0; index < population.size(); index++) {
      counts.merge(population.role(index), 1, Integer::sum);
      if (population.role(index) == NodeRole.SYBIL && population.attack(index) == 0) {
        perAddress.merge(population.endpoint(index).withPort(1), 1, Integer::sum);
      }
      if (population.role(index) == NodeRole.ECLIPSE) {
        assertThat(population.key(index).commonPrefixLength(TARGET)).isGreaterThanOrEqualTo(32);
      }
    }
    assertThat(counts)
        .containsEntry(NodeRole.HONEST, 20_000)
        .containsEntry(NodeRole.SYBIL, 600)
        .containsEntry(NodeRole.ECLIPSE, 32)
        .containsEntry(NodeRole.PLANTED, 1)
        .containsEntry(NodeRole.GUEST, 1);
    assertThat(perAddress).hasSize(1).containsValue(500);
  }

  @Test
  void carrierNatPutsItsShareBehindFewAddresses() {
    Population population =
        new Population(PopulationOptions.honest(50_000, 4).withNat(new CarrierNat(0.2, 300)));
    Map<Endpoint, Integer> perAddress = new HashMap<>();
    for (int index = 0; index < population.size(); index++) {
      perAddress.merge(population.endpoint(index).withPort(1), 1, Integer::sum);
    }
    int shared = perAddress.values().stream().filter(n -> n > 1).mapToInt(n -> n).sum();
    assertThat(shared).isBetween(9_990, 10_000);
    assertThat(perAddress.values().stream().mapToInt(n -> n).max().orElseThrow())
        .isBetween(100, 300);
  }

  @Test
  void aSeedIsAWorldAndAnotherSeedAnother() {
    Population one = new Population(PopulationOptions.honest(1_000, 1));
    Population same = new Population(PopulationOptions.honest(1_000, 1));
    Population other = new Population(PopulationOptions.honest(1_000, 2));
    for (int index = 0; index < 1_000; index++) {
      assertThat(same.contact(index)).isEqualTo(one.contact(index));
      assertThat(other.key(index)).isNotEqualTo(one.key(index));
    }
  }

  @Test
  void idsAreTheSameOnLoopback() {
    Population open = new Population(PopulationOptions.honest(1_000, 1));
    Population local =
        new Population(PopulationOptions.honest(1_000, 1).at(AddressSpace.loopback(6881)));
    for (int index = 0; index < 1_000; index++) {
      assertThat(local.key(index)).isEqualTo(open.key(index));
      assertThat(local.country(index)).isEqualTo(open.country(index));
      assertThat(local.endpoint(index).ipv4() >>> 24).isEqualTo(127);
    }
  }

  @Test
  void keysThatShareSixtyFourBitsAreToldApartByTheRest() {
    Key first = Key.parse("11".repeat(20));
    List<Planted> tied =
        List.of(
            Planted.young(first.flip(150)), Planted.young(first), Planted.young(first.flip(70)));
    Population population = new Population(PopulationOptions.honest(100, 1).withPlanted(tied));
    for (Planted planted : tied) {
      assertThat(population.key(population.indexOf(planted.id()))).isEqualTo(planted.id());
    }
    for (int index = 1; index < population.size(); index++) {
      assertThat(population.key(index)).isGreaterThan(population.key(index - 1));
    }
  }

  @Test
  void moreHostsThanAddressesAreRefused() {
    assertThatThrownBy(
            () ->
                new Roster(PopulationOptions.honest(17_000_000, 1).at(AddressSpace.loopback(6881))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("do not fit");
  }
}
