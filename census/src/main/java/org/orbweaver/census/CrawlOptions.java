package org.orbweaver.census;

import org.orbweaver.kademlia.Prefix;

/**
 * What a crawl is to achieve.
 *
 * @param part the subspace whose nodes are wanted
 * @param mode whether hearing of a node is enough
 * @param wantedRecall the share of live nodes at which {@code sweep} may stop; others ignore it
 */
public record CrawlOptions(Prefix part, Mode mode, double wantedRecall) {
  public static final CrawlOptions WHOLE_NETWORK =
      new CrawlOptions(Prefix.WHOLE_SPACE, Mode.DISCOVER, 0.999);

  /** How sure a snapshot is of its nodes. */
  public enum Mode {
    /** Nodes that others told of: fewest packets. */
    DISCOVER,
    /** Every node is asked something, and once more if it is silent. */
    VERIFY
  }

  public CrawlOptions {
    if (!(wantedRecall > 0 && wantedRecall < 1)) {
      throw new IllegalArgumentException(
          "a wanted recall lies between 0 and 1, not at " + wantedRecall);
    }
  }

  public CrawlOptions of(Prefix wanted) {
    return new CrawlOptions(wanted, mode, wantedRecall);
  }

  public CrawlOptions wanting(double recall) {
    return new CrawlOptions(part, mode, recall);
  }

  public CrawlOptions in(Mode wanted) {
    return new CrawlOptions(part, wanted, wantedRecall);
  }
}
