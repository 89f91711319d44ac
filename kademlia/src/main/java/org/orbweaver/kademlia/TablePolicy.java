package org.orbweaver.kademlia;

/**
 * How much of a {@link RoutingTable} one party may fill.
 *
 * <p>Both address limits count over the whole table. libtorrent counts addresses per table but
 * networks per bucket; with 64 homes a table has hundreds of buckets, and two places in each would
 * give whoever rents a single /24 a quarter of everything we know. Honest nodes lose next to
 * nothing by the stricter rule: a few thousand entries drawn from millions of nodes rarely share a
 * network.
 *
 * @param bucketSize the papers' <i>k</i>
 * @param replacements contacts kept waiting per bucket
 * @param perAddress entries with one IP address; ports are free to invent, addresses are not
 * @param perNetwork entries in one {@link Endpoint#network() network}
 */
public record TablePolicy(int bucketSize, int replacements, int perAddress, int perNetwork) {
  /** For the Internet. */
  public static final TablePolicy PUBLIC = new TablePolicy(8, 8, 1, 2);

  /** For test networks, where all nodes may live on one address and differ by port. */
  public static final TablePolicy PRIVATE =
      new TablePolicy(8, 8, Integer.MAX_VALUE, Integer.MAX_VALUE);

  public TablePolicy {
    if (bucketSize < 2 || replacements < 0 || perAddress < 1 || perNetwork < 1) {
      throw new IllegalArgumentException(
          "a table needs buckets of two or more and limits of one or more");
    }
  }
}
