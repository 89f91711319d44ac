package org.orbweaver.census;

import org.orbweaver.kademlia.Prefix;

/**
 * What a crawl is to achieve.
 *
 * @param part the subspace whose nodes are wanted
 * @param mode whether hearing of a node is enough
 * @param wantedRecall the share of live nodes at which {@code sweep} may stop; others ignore it
 */
public record CensusOptions(Prefix part, Mode mode, double wantedRecall) {
  public static final CensusOptions WHOLE_NETWORK =
      new CensusOptions(Prefix.WHOLE_SPACE, Mode.DISCOVER, 0.999);

  /** How sure a snapshot is of its nodes. */
  public enum Mode {
    /** Nodes that others told of: fewest packets. */
    DISCOVER,
    /** Every node is asked something, and once more if it is silent. */
    VERIFY
  }

  public CensusOptions {
    if (!(wantedRecall > 0 && wantedRecall < 1)) {
      throw new IllegalArgumentException(
          "a wanted recall lies between 0 and 1, not at " + wantedRecall);
    }
  }

  public CensusOptions of(Prefix wanted) {
    return new CensusOptions(wanted, mode, wantedRecall);
  }

  public CensusOptions wanting(double recall) {
    return new CensusOptions(part, mode, recall);
  }

  public CensusOptions in(Mode wanted) {
    return new CensusOptions(part, wanted, wantedRecall);
  }
}
