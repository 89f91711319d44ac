package org.orbweaver.interop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.kademlia.SecureId;

/**
 * IDs bound to addresses (BEP 42), with libtorrent, which exempts private and loopback addresses:
 * so the network has addresses that look public.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@RealComponent({Component.LIBTORRENT, Component.NAMESPACES})
class SecureIdTest {
  @SuppressWarnings("NullAway.Init")
  private TestNetwork network;

  @SuppressWarnings("NullAway.Init")
  private DhtProgram ours;

  @SuppressWarnings("NullAway.Init")
  private DhtProgram strict;

  @BeforeAll
  void startAll() throws Exception {
    network = new TestNetwork(NetworkNamespace.withPublicAddresses());
    ours = network.orbweaver(10);
    Eventually.holds(() -> assertThat(ours.nodes()).isGreaterThanOrEqualTo(8));
    strict =
        network.libtorrent("dht_enforce_node_id=true", "dht_bootstrap_nodes=" + ours.endpoint());
  }

  @AfterAll
  void endAll() {
    network.close();
  }

  @Test
  void ourIdFitsOurAddress() throws Exception {
    Eventually.holds(() -> assertThat(fits(ours.id() + "@" + ours.endpoint())).isTrue());
  }

  @Test
  void itTakesAnIdThatFitsTheAddressWeSee() throws Exception {
    Eventually.holds(() -> assertThat(fits(strict.id() + "@" + strict.endpoint())).isTrue());
  }

  @Test
  void itKeepsUsInItsTableThoughItIsStrict() throws Exception {
    Eventually.holds(
        () -> assertThat(strict.liveNodes()).hasSizeGreaterThan(4).allMatch(SecureIdTest::fits));
  }

  private static boolean fits(String contact) {
    String[] parts = contact.split("@");
    return SecureId.conforms(Key.parse(parts[0]), Endpoint.parse(parts[1]));
  }
}
