package org.orbweaver.overlay.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.orbweaver.overlay.node.Neighbours.SECOND;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.keep.RangeSums;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.membership.Absences;
import org.orbweaver.overlay.rpc.RpcMessage;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.overlay.task.Task;

/** Two others keep the same tasks; one says that it has something else in every range. */
class ReconciliationTest {
  private static final long MILLISECOND = 1_000_000L;
  private static final int RANGES = 1 << RangeSums.BITS;
  private static final Endpoint FOE = Neighbours.address(1);
  private static final Endpoint HONEST = Neighbours.address(2);

  private final Neighbours neighbours = new Neighbours(2, false);
  private final Reconciliation reconciliation =
      new Reconciliation(
          0,
          neighbours.replication,
          neighbours.disk,
          new Losses(neighbours.replication, neighbours.disk, neighbours::carry),
          neighbours::carry,
          Absences.DAY);
  private final SplittableRandom random = new SplittableRandom(7);
  private long now;

  @BeforeEach
  void readTheDisk() {
    IntStream.range(0, 1_000)
        .mapToObj(i -> Task.of(CrawlId.numbered(1), "https://host" + i + ".example/").queued())
        .forEach(neighbours.disk::put);
    tick(100 * SECOND, SECOND);
    assertThat(reconciliation.passes()).isEqualTo(1);
    neighbours.said.clear();
    neighbours.disk.stretches = 0;
  }

  private void tick(long nanos, long step) {
    for (long until = now + nanos; now < until; now += step) {
      reconciliation.onTick(now);
    }
  }

  private void differEverywhere(Endpoint from) {
    int deepest = RangeSums.BITS - RangeSums.STEP;
    for (int prefix = 0; prefix < 1 << deepest; prefix++) {
      long[] sums = random.longs(RangeSums.CHILDREN).toArray();
      reconciliation.onCompare(from, new RpcMessage.Compare(deepest, prefix, sums));
    }
  }

  /** Offered by name. */
  private Set<EntryId> offered(Endpoint to) {
    Set<EntryId> names = new HashSet<>();
    neighbours.replication.pay(now);
    while (!neighbours.said.isEmpty()) {
      Neighbours.Said next = neighbours.said.removeFirst();
      if (next.message()
          instanceof RpcMessage.RefreshTask(List<RpcMessage.Offer> some, boolean everywhere)) {
        assertThat(everywhere).isFalse();
        some.stream().filter(each -> next.to().equals(to)).forEach(each -> names.add(each.id()));
      }
      next.answer().received(now, new RpcMessage.Wanted(new byte[0], new byte[0]));
      neighbours.replication.pay(now);
    }
    return names;
  }

  /** 38 kB of sums made up had the whole disk read, as often as they came. */
  @Test
  void whoDiffersEverywhereIsGoneThroughOnceThoughItSaysSoAgain() {
    differEverywhere(FOE);
    assertThat(reconciliation.differing()).isEqualTo(RANGES);
    tick(60 * SECOND, 10 * MILLISECOND);
    assertThat(offered(FOE)).hasSize(1_000);
    assertThat(neighbours.disk.stretches).isEqualTo(RANGES);
    differEverywhere(FOE);
    tick(60 * SECOND, 10 * MILLISECOND);
    assertThat(offered(FOE)).isEmpty();
    assertThat(neighbours.disk.stretches).isEqualTo(RANGES);
    now += Absences.DAY / 8;
    tick(SECOND, SECOND);
    differEverywhere(FOE);
    tick(60 * SECOND, 10 * MILLISECOND);
    assertThat(offered(FOE)).as("hours later it may really have lost them").hasSize(1_000);
  }

  @Test
  void rangesAreReadWithABreathInBetweenHoweverOftenThePeerIsWoken() {
    differEverywhere(FOE);
    tick(SECOND, MILLISECOND / 10);
    assertThat(neighbours.disk.stretches).isBetween(50, 101);
  }

  /** Sixteen such took all the room there was, and others' differences were not noticed. */
  @Test
  void whoDiffersEverywhereKeepsNobodyElseWaiting() {
    IntStream.range(100, 132).forEach(number -> differEverywhere(Neighbours.address(number)));
    differEverywhere(FOE);
    long before = reconciliation.differing();
    Entry lost = neighbours.disk.entries.firstEntry().getValue();
    int leaf = RangeSums.leaf(lost.id());
    int prefix = leaf >>> RangeSums.STEP;
    reconciliation.onCompare(
        HONEST,
        new RpcMessage.Compare(
            RangeSums.BITS - RangeSums.STEP, prefix, new long[RangeSums.CHILDREN]));
    assertThat(reconciliation.differing()).isGreaterThan(before);
    tick(SECOND, 10 * MILLISECOND);
    assertThat(offered(HONEST)).contains(lost.id());
  }
}
