package org.orbweaver.census.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.orbweaver.census.Belief;
import org.orbweaver.census.CrawlStrategy;
import org.orbweaver.census.KnownNodes;
import org.orbweaver.census.Question;
import org.orbweaver.census.ToyDht;
import org.orbweaver.kademlia.Prefix;

class SizeProbeTest {
  private static final int NODES = 2_000;

  /** A grid four times too coarse never gets to know its leaves. */
  @Test
  void theSizeIsNeverWorldsAwayFromTheTruth() {
    ToyDht dht = new ToyDht(NODES, 0.3, 1);
    for (int seed = 0; seed < 300; seed++) {
      KnownNodes nodes = new KnownNodes(0);
      SizeProbe probe = new SizeProbe(nodes, Prefix.WHOLE_SPACE, new SplittableRandom(seed));
      dht.crawl(nodes, new Probing(probe), 4);
      assertThat(probe.networkSize(nodes.size()))
          .as("seed %d", seed)
          .isBetween(NODES / 2.0, NODES * 2.0);
    }
  }

  /** The probe alone, without the sweep that follows. */
  private record Probing(SizeProbe probe) implements CrawlStrategy {
    @Override
    public void discovered(int node) {
      probe.discovered(node);
    }

    @Override
    public @Nullable Question next() {
      return probe.next();
    }

    @Override
    public void answered(Question question, int[] listed, int count) {
      probe.ended(question);
    }

    @Override
    public void silent(Question question) {
      probe.ended(question);
    }

    @Override
    public Belief belief() {
      return Belief.NONE;
    }
  }
}
