package org.orbweaver.app.up;

import java.util.Arrays;
import java.util.List;
import org.orbweaver.census.CensusCrawl;
import org.orbweaver.census.net.CensusProgress;

/**
 * A census that is being taken.
 *
 * @param nodes heard of so far
 * @param packets sent so far
 * @param known how well each of {@value #PARTS} equal parts of the ID space is known, from 0 to 1;
 *     empty while the size of the network is still being guessed
 */
public record SweepView(long nodes, long packets, List<Double> known) {
  public static final int PARTS = 256;

  public SweepView {
    known = List.copyOf(known);
  }

  static SweepView of(CensusProgress now, CensusCrawl crawl) {
    return new SweepView(
        now.now().nodes(),
        now.now().packets(),
        Arrays.stream(crawl.coverage(PARTS)).boxed().toList());
  }

  /** Of the whole. */
  public double share() {
    return known.stream().mapToDouble(Double::doubleValue).average().orElse(0);
  }
}
