package org.orbweaver.mainline;

import java.time.Duration;
import org.orbweaver.kademlia.LookupSettings;
import org.orbweaver.kademlia.TablePolicy;
import org.orbweaver.wire.PerAddressLimit;
import org.orbweaver.wire.RoundTripTimes;

/**
 * How a node behaves.
 *
 * @param readOnly asks only, answers nothing and enters nobody's table (BEP 43)
 * @param anyAddress whether private and loopback addresses are dealt with, for test networks
 * @param lookupsPerHome how many lookups run at once, per home; the paper has 3
 * @param lookupQueue how many lookups may wait; more are refused
 * @param cachedNodes bounds the lookup cache of each family
 * @param remembered addresses of which we know that they flood, fail or lie; 100 bytes each
 * @param queriesPerSecond sent in all
 * @param queriesPerAddress sent to one address, per second
 * @param packetsPerAddress queries answered to one address, per second; the rest is ignored
 * @param verificationsPerSecond signatures checked for strangers; each costs a millisecond
 * @param shortestStall how long a query waits at least before another is sent beside it; with 10 s
 *     nothing ever stalls, which is the fixed timeout that the adaptive one is measured against
 */
public record MainlineSettings(
    boolean readOnly,
    boolean anyAddress,
    TablePolicy table,
    LookupSettings lookup,
    PeerStore.Limits peers,
    StoredItems.Limits items,
    int lookupsPerHome,
    int lookupQueue,
    int cachedNodes,
    int remembered,
    int queriesPerSecond,
    double queriesPerAddress,
    double packetsPerAddress,
    int verificationsPerSecond,
    Duration shortestStall) {
  private static final double UNLIMITED = 1e9;

  /** A polite node on the Internet. */
  public static final MainlineSettings PUBLIC =
      new MainlineSettings(
          false,
          false,
          TablePolicy.PUBLIC,
          LookupSettings.PUBLIC,
          PeerStore.Limits.DEFAULT,
          StoredItems.Limits.DEFAULT,
          3,
          10_000,
          200_000,
          1 << 17,
          2_000,
          PerAddressLimit.DEFAULT_RATE,
          20,
          100,
          RoundTripTimes.SHORTEST_STALL);

  /** For networks of our own, where many nodes share few addresses and nobody needs protection. */
  public static final MainlineSettings PRIVATE =
      new MainlineSettings(
          false,
          true,
          TablePolicy.PRIVATE,
          LookupSettings.PRIVATE,
          PeerStore.Limits.DEFAULT,
          StoredItems.Limits.DEFAULT,
          3,
          10_000,
          200_000,
          1 << 17,
          100_000,
          UNLIMITED,
          UNLIMITED,
          1_000,
          RoundTripTimes.SHORTEST_STALL);

  public MainlineSettings asReadOnly() {
    return new MainlineSettings(
        true,
        anyAddress,
        table,
        lookup,
        peers,
        items,
        lookupsPerHome,
        lookupQueue,
        cachedNodes,
        remembered,
        queriesPerSecond,
        queriesPerAddress,
        packetsPerAddress,
        verificationsPerSecond,
        shortestStall);
  }

  public MainlineSettings withLookup(LookupSettings newLookup) {
    return new MainlineSettings(
        readOnly,
        anyAddress,
        table,
        newLookup,
        peers,
        items,
        lookupsPerHome,
        lookupQueue,
        cachedNodes,
        remembered,
        queriesPerSecond,
        queriesPerAddress,
        packetsPerAddress,
        verificationsPerSecond,
        shortestStall);
  }

  /** With 0, lookups learn nothing from each other. */
  public MainlineSettings withCachedNodes(int newCachedNodes) {
    return new MainlineSettings(
        readOnly,
        anyAddress,
        table,
        lookup,
        peers,
        items,
        lookupsPerHome,
        lookupQueue,
        newCachedNodes,
        remembered,
        queriesPerSecond,
        queriesPerAddress,
        packetsPerAddress,
        verificationsPerSecond,
        shortestStall);
  }

  public MainlineSettings withShortestStall(Duration newShortestStall) {
    return new MainlineSettings(
        readOnly,
        anyAddress,
        table,
        lookup,
        peers,
        items,
        lookupsPerHome,
        lookupQueue,
        cachedNodes,
        remembered,
        queriesPerSecond,
        queriesPerAddress,
        packetsPerAddress,
        verificationsPerSecond,
        newShortestStall);
  }

  /** The same node with little memory, of which hundreds fit into one process. */
  public MainlineSettings inMiniature() {
    return new MainlineSettings(
        readOnly,
        anyAddress,
        table,
        lookup,
        new PeerStore.Limits(1_000, 10_000, 1_000, 256, peers.lifetime(), peers.sampleInterval()),
        new StoredItems.Limits(1_000, 64, items.lifetime()),
        lookupsPerHome,
        1_000,
        2_000,
        1_024,
        queriesPerSecond,
        queriesPerAddress,
        packetsPerAddress,
        verificationsPerSecond,
        shortestStall);
  }
}
