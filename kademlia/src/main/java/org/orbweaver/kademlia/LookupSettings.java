package org.orbweaver.kademlia;

/**
 * How a {@link Lookup} asks.
 *
 * @param k how many of the closest live nodes must have answered
 * @param concurrency queries that may be under way and not stalled; the paper uses 10, which is
 *     fast and asks 60 to 100 nodes, while 4 asks far fewer
 * @param retries how often a silent candidate may be asked again, for networks that lose packets:
 *     where 2 % do, one retry makes 99 % of the lookups exact, two make nearly all of them
 * @param maxQueries after this many the lookup ends with what it has: no forger of contacts keeps
 *     it running
 * @param perNetwork candidates in one {@link Endpoint#network() network}
 * @param onePerAddress whether an IP address may stand for one candidate only
 */
public record LookupSettings(
    int k, int concurrency, int retries, int maxQueries, int perNetwork, boolean onePerAddress) {
  /** For the Internet. */
  public static final LookupSettings PUBLIC = new LookupSettings(8, 4, 2, 200, 2, true);

  /** For test networks, where all nodes may live on one address and differ by port. */
  public static final LookupSettings PRIVATE =
      new LookupSettings(8, 4, 2, 200, Integer.MAX_VALUE, false);

  public LookupSettings {
    if (k < 1 || concurrency < 1 || retries < 0 || maxQueries < 1 || perNetwork < 1) {
      throw new IllegalArgumentException("a lookup must be allowed to ask somebody");
    }
  }

  public LookupSettings withConcurrency(int newConcurrency) {
    return new LookupSettings(k, newConcurrency, retries, maxQueries, perNetwork, onePerAddress);
  }

  public LookupSettings withRetries(int newRetries) {
    return new LookupSettings(k, concurrency, newRetries, maxQueries, perNetwork, onePerAddress);
  }

  boolean sameParty(Endpoint a, Endpoint b) {
    return onePerAddress ? a.sameAddress(b) : a.equals(b);
  }
}
