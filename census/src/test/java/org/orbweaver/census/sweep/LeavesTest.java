package org.orbweaver.census.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.orbweaver.census.KnownNodes;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.kademlia.Prefix;

class LeavesTest {
  private final SplittableRandom random = new SplittableRandom(1);
  private final Grid grid = new Grid(Prefix.WHOLE_SPACE, 8);
  private final KnownNodes nodes = new KnownNodes(0);
  private final Leaves leaves = new Leaves(nodes, grid);

  @Test
  void theNearestLeafSharesAsManyBitsAsAny() {
    boolean[] inhabited = new boolean[grid.leaves()];
    for (int i = 0; i < 40; i++) {
      Key id = Key.random(random);
      leaves.add(nodes.hear(new Contact(id, Endpoint.v4(i, 1)), 0));
      inhabited[grid.leaf(id.high())] = true;
    }
    for (int leaf = 0; leaf < grid.leaves(); leaf++) {
      assertThat(leaves.hasUsable(leaf)).isEqualTo(inhabited[leaf]);
      if (!inhabited[leaf]) {
        int found = leaves.nearestLeaf(leaves.emptyRegion(leaf), random);
        assertThat(inhabited[found]).isTrue();
        int closest = Integer.MAX_VALUE;
        for (int other = 0; other < grid.leaves(); other++) {
          closest = inhabited[other] ? Math.min(closest, leaf ^ other) : closest;
        }
        assertThat(Integer.highestOneBit(leaf ^ found)).isEqualTo(Integer.highestOneBit(closest));
      }
    }
  }

  @Test
  void aSilencedNodeIsNoneToAsk() {
    int node = nodes.hear(new Contact(Key.random(random), Endpoint.v4(1, 1)), 0);
    leaves.add(node);
    int leaf = grid.leaf(nodes.idHigh(node));
    assertThat(leaves.responder(leaf)).isEqualTo(node);

    leaves.silenced(node);
    assertThat(leaves.hasUsable(leaf)).isFalse();
    assertThat(leaves.nearestLeaf(leaves.emptyRegion(leaf), random)).isEqualTo(Leaves.NOBODY);

    leaves.revived(node);
    assertThat(leaves.hasUsable(leaf)).isTrue();
  }
}
