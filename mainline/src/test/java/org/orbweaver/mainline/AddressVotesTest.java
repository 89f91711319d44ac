package org.orbweaver.mainline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Endpoint;

class AddressVotesTest {
  private static final Endpoint TRUE_ADDRESS = Endpoint.parse("81.2.3.4:6881");
  private static final Endpoint LIE = Endpoint.parse("9.9.9.9:6881");

  private final AddressVotes votes = new AddressVotes();

  @Test
  void tenAgreeingNetworksDecide() {
    for (int i = 0; i < 9; i++) {
      votes.add(voter(i), TRUE_ADDRESS.withPort(1 + i));
    }
    assertThat(votes.winner()).isNull();
    votes.add(voter(9), TRUE_ADDRESS);
    assertThat(votes.winner()).isEqualTo(TRUE_ADDRESS.withPort(0));
  }

  @Test
  void manyVotesFromOneNetworkAreOne() {
    for (int i = 0; i < 1000; i++) {
      votes.add(Endpoint.v4(0x0B000000 | (i & 0xFF), 1 + i), LIE);
    }
    assertThat(votes.winner()).isNull();
  }

  @Test
  void minorityOfLiarsDoesNotDecide() {
    for (int i = 0; i < 100; i++) {
      votes.add(voter(i), i % 3 == 0 ? LIE : TRUE_ADDRESS);
    }
    assertThat(votes.winner()).isEqualTo(TRUE_ADDRESS.withPort(0));
  }

  @Test
  void newAddressWinsOnceTheLastVotesSaySo() {
    for (int i = 0; i < 100; i++) {
      votes.add(voter(i), TRUE_ADDRESS);
    }
    for (int i = 100; i < 132; i++) {
      votes.add(voter(i), LIE);
    }
    assertThat(votes.winner()).isEqualTo(LIE.withPort(0));
  }

  private static Endpoint voter(int network) {
    return Endpoint.v4(0x0B000000 | network << 8, 6881);
  }
}
