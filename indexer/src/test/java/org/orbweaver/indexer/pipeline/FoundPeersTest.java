package org.orbweaver.indexer.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

class FoundPeersTest {
  private static final Endpoint TRUE_PEER = Endpoint.v4(0x01020304, 1);
  private static final Endpoint GHOST = Endpoint.v4(0x09090909, 9);

  private final FoundPeers peers = new FoundPeers();

  private static Contact node(int number) {
    return new Contact(Key.ZERO, Endpoint.v4(0x0B000000 + number, 6881));
  }

  @Test
  void ghostsOfOneNodeComeLastAndAreNeverEnough() {
    peers.add(node(1), GHOST);
    assertThat(peers.isConfirmed()).isFalse();
    peers.add(node(2), TRUE_PEER);
    assertThat(peers.looksGhostly()).isTrue();
    peers.add(node(3), TRUE_PEER);
    assertThat(peers.isConfirmed()).isTrue();
    assertThat(peers.isAgreed()).isFalse();
    assertThat(peers.ranked()).containsExactly(TRUE_PEER, GHOST);
  }

  @Test
  void whoAnnouncedItselfToUsIsAPeerThoughNoNodeNamesIt() {
    peers.addAnnounced(TRUE_PEER);
    assertThat(peers.ranked()).containsExactly(TRUE_PEER);
    assertThat(peers.isConfirmed()).isFalse();
    peers.add(node(1), TRUE_PEER);
    assertThat(peers.isConfirmed()).isTrue();
  }

  @Test
  void takesNoMorePeersThanItsBound() {
    for (int i = 0; i < 1_000; i++) {
      peers.add(node(1), TRUE_PEER.withPort(1 + i));
    }
    assertThat(peers.ranked()).hasSize(256);
  }
}
