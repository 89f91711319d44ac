package org.orbweaver.lab.world;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

class SecureIdsTest {
  /** The examples printed in BEP 42. */
  @ParameterizedTest
  @CsvSource({
    "124.31.75.21, 5fbfbff10c5d6a4ec8a88e4c6ab4c28b95eee401",
    "21.75.31.124, 5a3ce9c14e7a08645677bbd1cfe7d8f956d53256",
    "65.23.51.170, a5d43220bc8f112a3d426c84764f8c2a1150e616",
    "84.124.73.14, 1b0321dd1bb1fe518101ceef99462b947a01ff41",
    "43.213.53.83, e56f6cbf5b7c4be0237986d5243b87aa6d51305a"
  })
  void acceptsTheExamplesOfTheBep(String address, String id) {
    assertThat(SecureIds.conforms(Key.parse(id), Endpoint.parse(address + ":6881"))).isTrue();
    assertThat(SecureIds.conforms(Key.parse(id).flip(20), Endpoint.parse(address + ":6881")))
        .isFalse();
    assertThat(SecureIds.conforms(Key.parse(id).flip(21), Endpoint.parse(address + ":6881")))
        .isTrue();
  }

  @Test
  void seesWhichHalfOfAnIpv6AddressCounts() {
    Endpoint endpoint = Endpoint.v6(0x2A00_1234_5678_9ABCL, 1, 6881);
    Key id = new Key((long) SecureIds.prefix(endpoint, 5) << 32, 0, 5);
    assertThat(SecureIds.conforms(id, endpoint)).isTrue();
    assertThat(SecureIds.conforms(id, Endpoint.v6(endpoint.high(), 2, 1))).isTrue();
    assertThat(SecureIds.conforms(id, Endpoint.v6(endpoint.high() + 1, 1, 6881))).isFalse();
  }
}
