package org.orbweaver.indexer.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.orbweaver.indexer.peer.WantedTorrents;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

class HarvestTest {
  private static final Contact STRANGER = new Contact(Key.MAX, Endpoint.parse("81.2.3.4:5555"));

  private final Random random = new Random(1);
  private final Harvest harvest = new Harvest();

  @Test
  void baitIsCountedAndNotTaken() {
    harvest.onGetPeers(0, STRANGER, Key.random(random), true);
    assertThat(harvest.metrics().baits()).isEqualTo(1);
    assertThat(harvest.metrics().hearsayWaiting()).isZero();
  }

  @Test
  void fullQueueDropsAndMakesTheFilterGrow() {
    List<Key> hashes = new ArrayList<>();
    for (int i = 0; i < 10_001; i++) {
      hashes.add(Key.random(random));
    }
    hashes.forEach(hash -> harvest.onGetPeers(0, STRANGER, hash, false));
    assertThat(harvest.metrics().hearsayWaiting()).isEqualTo(10_000);
    assertThat(harvest.metrics().dropped()).isEqualTo(1);
    assertThat(harvest.metrics().filterSize()).isGreaterThan(64);
  }

  @Test
  void onlyFailedTorrentsAreOfferedAndOnlyUntilTheyAreHere() {
    WantedTorrents wanted = new WantedTorrents(10);
    PassiveRetrieval passive = new PassiveRetrieval(6881, wanted);
    Key hash = Key.random(random);
    assertThat(passive.port(0, hash)).isZero();
    passive.onFailed(0, hash);
    assertThat(passive.port(0, hash)).isEqualTo(6881);
    assertThat(wanted.contains(hash)).isTrue();
    passive.onObtained(hash, true);
    assertThat(passive.port(0, hash)).isZero();
    assertThat(wanted.contains(hash)).isFalse();
  }
}
