package org.orbweaver.kademlia;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StaggeredIdsTest {
  private final Random random = new Random(42);

  @Test
  void everyFurtherIdIsAsFarFromItsPredecessorsAsAnyCouldBe() {
    Key root = Key.random(random);
    List<Key> inUse = new ArrayList<>();
    for (int socket = 0; socket < 300; socket++) {
      Key derived = StaggeredIds.derived(root, socket);
      int best = Key.BITS;
      for (int prefix = 0; prefix < 1 << 10; prefix++) {
        best = Math.min(best, mostShared(new Key((long) prefix << 54, 0, 0), inUse));
      }
      assertThat(mostShared(derived, inUse)).isEqualTo(best);
      inUse.add(derived);
    }
  }

  @Test
  void socketZeroHasTheRootAndSocketOneTheOtherHalf() {
    Key root = Key.random(random);
    assertThat(StaggeredIds.derived(root, 0)).isEqualTo(root);
    assertThat(StaggeredIds.derived(root, 1)).isEqualTo(root.flip(0));
    assertThat(StaggeredIds.derived(root, 2)).isEqualTo(root.flip(1));
    assertThat(StaggeredIds.derived(root, 3)).isEqualTo(root.flip(0).flip(1));
  }

  @ParameterizedTest
  @CsvSource({
    "124.31.75.21, 1, 5fbfbf",
    "21.75.31.124, 86, 5a3ce9",
    "65.23.51.170, 22, a5d432",
    "84.124.73.14, 65, 1b0321",
    "43.213.53.83, 90, e56f6c"
  })
  void bep42TestVectorsHold(String ip, int number, String prefix) {
    Endpoint address = Endpoint.parse(ip + ":6881");
    Key expected = Key.parse(prefix + "0".repeat(32) + String.format("%02x", number));
    assertThat(SecureId.conforms(expected, address)).isTrue();
    Key made = SecureId.of(address, number, random);
    assertThat(made.commonPrefixLength(expected)).isGreaterThanOrEqualTo(21);
    assertThat(made.toBytes()[19] & 0xFF).isEqualTo(number);
    assertThat(SecureId.conforms(made.flip(20), address)).isFalse();
  }

  @Test
  void conformingIdsOfOtherAddressesAreForeign() {
    int foreign = 0;
    for (int i = 0; i < 1000; i++) {
      Endpoint address = Endpoint.v4(0x08000000 | random.nextInt(1 << 24), 1);
      Key id = SecureId.of(address, random.nextInt(256), random);
      assertThat(SecureId.conforms(id, address)).isTrue();
      foreign += SecureId.conforms(id, Endpoint.parse("84.124.73.14:1")) ? 0 : 1;
    }
    assertThat(foreign).isGreaterThan(990);
  }

  @Test
  void ipv6HasItsOwnMask() {
    Endpoint address = Endpoint.parse("[2a01:4f8:1:2::3]:6881");
    Key id = SecureId.of(address, 5, random);
    assertThat(SecureId.conforms(id, address)).isTrue();
    assertThat(SecureId.conforms(id, Endpoint.parse("[2a01:4f8:1:2::99]:1"))).isTrue();
    assertThat(SecureId.conforms(id, Endpoint.parse("[2a01:4f8:1:3::3]:1"))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "10.1.2.3:1",
        "127.0.0.1:1",
        "172.31.0.1:1",
        "192.168.1.1:1",
        "169.254.9.9:1",
        "[::1]:1",
        "[fd00::1]:1",
        "[fe80::1]:1"
      })
  void privateAddressesAreExempt(String address) {
    for (int i = 0; i < 100; i++) {
      assertThat(SecureId.conforms(Key.random(random), Endpoint.parse(address))).isTrue();
    }
  }

  @Test
  void secureIdsTakeTheFarthestOfEightPrefixes() {
    List<Key> inUse = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      Endpoint address = Endpoint.v4(0x08000000 | random.nextInt(1 << 24), 1);
      int best = Key.BITS;
      for (int r = 0; r < 8; r++) {
        best = Math.min(best, mostShared(SecureId.of(address, r, random), inUse));
      }
      Key id = StaggeredIds.secure(address, inUse, random);
      assertThat(SecureId.conforms(id, address)).isTrue();
      assertThat(mostShared(id, inUse)).isEqualTo(best);
      inUse.add(id);
    }
    // Of the 32 ranges of five bits, 64 random IDs would leave four without any.
    assertThat(inUse.stream().map(id -> id.high() >>> 59).distinct()).hasSizeGreaterThan(29);
  }

  private static int mostShared(Key key, List<Key> others) {
    return others.stream().mapToInt(key::commonPrefixLength).max().orElse(0);
  }
}
