package org.orbweaver.overlay.keep;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.ledger.EntryId;

class RangeSumsTest {
  private static final Endpoint OTHER = Endpoint.parse("192.0.2.1:7117");
  private static final long SEED = 5;

  private final List<EntryId> ids = ids(2_000);

  private static List<EntryId> ids(int count) {
    SplittableRandom random = new SplittableRandom(SEED);
    List<EntryId> ids = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ids.add(new EntryId(new Key(random.nextLong(), random.nextLong(), i), random.nextLong()));
    }
    return ids;
  }

  private static RangeSums sums(List<EntryId> ids, int rank) {
    RangeSums sums = new RangeSums();
    ids.forEach(id -> sums.add(OTHER, id, rank));
    return sums;
  }

  @Test
  void theOrderInWhichADiskIsReadDoesNotMatter() {
    List<EntryId> shuffled = new ArrayList<>(ids);
    Collections.shuffle(shuffled, new Random(SEED));
    assertThat(sums(shuffled, 0).below(OTHER, 0, 0)).isEqualTo(sums(ids, 0).below(OTHER, 0, 0));
  }

  @Test
  void oneLostRowIsFoundByGoingDownWhereSumsDiffer() {
    EntryId lost = ids.get(77);
    RangeSums whole = sums(ids, 0);
    RangeSums robbed = sums(ids.stream().filter(id -> !id.equals(lost)).toList(), 0);
    int prefix = 0;
    for (int bits = 0; bits < RangeSums.BITS; bits += RangeSums.STEP) {
      List<Integer> differing = new ArrayList<>();
      for (int i = 0; i < RangeSums.CHILDREN; i++) {
        if (whole.below(OTHER, bits, prefix)[i] != robbed.below(OTHER, bits, prefix)[i]) {
          differing.add(i);
        }
      }
      assertThat(differing).hasSize(1);
      prefix = prefix << RangeSums.STEP | differing.getFirst();
    }
    assertThat(prefix).isEqualTo(RangeSums.leaf(lost));
  }

  @Test
  void aHigherRankIsADifference() {
    assertThat(sums(ids, 0).below(OTHER, 0, 0)).isNotEqualTo(sums(ids, 1).below(OTHER, 0, 0));
  }
}
