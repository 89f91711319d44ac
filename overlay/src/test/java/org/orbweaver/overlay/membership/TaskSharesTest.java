package org.orbweaver.overlay.membership;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

class TaskSharesTest {
  private static final int KEYS = 4096;
  private final List<Peer> closest = new ArrayList<>();

  TaskSharesTest() {
    for (int i = 1; i <= 3; i++) {
      closest.add(new Peer(Endpoint.v4(i, 7000), 16, i, 0, new Credentials(new byte[32])));
    }
  }

  private int led(TaskShares shares, int peer) {
    Random random = new Random(1);
    int led = 0;
    for (int i = 0; i < KEYS; i++) {
      List<Peer> order = shares.inOrder(closest, Key.random(random));
      assertThat(order).hasSize(3).containsAll(closest); // holders they stay
      led += order.getFirst().equals(closest.get(peer)) ? 1 : 0;
    }
    return led;
  }

  @Test
  void aPeerLeadsAsManyOfItsTasksAsItHasEarnedAndTheNextLeadsTheOthers() {
    assertThat(led(TaskShares.ALL, 0)).isEqualTo(KEYS);
    TaskShares quarter = new TaskShares(Map.of(closest.getFirst().address(), 64));
    assertThat(led(quarter, 0)).isBetween(KEYS / 5, KEYS * 3 / 10);
    assertThat(led(quarter, 0) + led(quarter, 1)).isEqualTo(KEYS);
    TaskShares none = new TaskShares(Map.of(closest.getFirst().address(), 0));
    assertThat(led(none, 1)).isEqualTo(KEYS);
  }

  @Test
  void whereNobodyMayTheClosestLeads() {
    TaskShares nobody =
        new TaskShares(
            Map.of(
                closest.get(0).address(), 0,
                closest.get(1).address(), 0,
                closest.get(2).address(), 0));
    assertThat(led(nobody, 0)).isEqualTo(KEYS);
  }

  @Test
  void pagesOfAHostStayTogether() {
    TaskShares half = new TaskShares(Map.of(closest.getFirst().address(), 128));
    long host = 0x1234_5678_9ABC_DEF0L;
    boolean leads = half.mayLead(closest.getFirst().address(), new Key(host, 1, 1));
    for (int page = 0; page < 100; page++) {
      assertThat(half.mayLead(closest.getFirst().address(), new Key(host, page, page)))
          .isEqualTo(leads);
    }
  }
}
