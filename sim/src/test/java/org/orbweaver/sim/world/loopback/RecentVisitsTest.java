package org.orbweaver.sim.world.loopback;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Endpoint;

class RecentVisitsTest {
  private static final Endpoint VISITOR = Endpoint.parse("127.0.0.7:7000");

  private final RecentVisits visits = new RecentVisits();

  @Test
  void visitorIsDialledOncePerTorrentUntilThePauseIsOver() {
    assertThat(visits.begin(0, 1, VISITOR)).isTrue();
    assertThat(visits.begin(1, 1, VISITOR)).isFalse();
    assertThat(visits.begin(1, 2, VISITOR)).isTrue();
    assertThat(visits.begin(1, 1, VISITOR.withPort(7001))).isTrue();
    assertThat(visits.begin(RecentVisits.PAUSE - 1, 1, VISITOR)).isFalse();
    assertThat(visits.begin(RecentVisits.PAUSE, 1, VISITOR)).isTrue();
    assertThat(visits.begin(RecentVisits.PAUSE + 1, 1, VISITOR)).isFalse();
  }

  @Test
  void whenFullTheLongestKnownIsForgotten() {
    for (int torrent = 0; torrent <= RecentVisits.MOST; torrent++) {
      assertThat(visits.begin(0, torrent, VISITOR)).isTrue();
    }
    assertThat(visits.begin(1, RecentVisits.MOST, VISITOR)).isFalse();
    assertThat(visits.begin(1, 1, VISITOR)).isFalse();
    assertThat(visits.begin(1, 0, VISITOR)).isTrue();
  }
}
