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
 */
public record MainlineSettings(
    boolean readOnly,
    boolean anyAddress,
    TablePolicy table,
    LookupSettings lookup,
    PeerStore.Limits peers,
    StoredItems.Limits items,
    Room room,
    Pace pace) {

  /**
   * How much it keeps in mind.
   *
   * @param lookups how many run at once, over all homes. The paper has 3 per home; what bounds us
   *     is {@link Pace}, not the number of our addresses
   * @param lookupQueue how many lookups may wait; more are refused
   * @param cachedNodes bounds the lookup cache of each family
   * @param remembered addresses of which we know that they flood, fail or lie; 100 bytes each
   */
  public record Room(int lookups, int lookupQueue, int cachedNodes, int remembered) {
    static final Room USUAL = new Room(64, 10_000, 200_000, 1 << 17);
  }

  /**
   * How fast it goes.
   *
   * @param queriesPerSecond sent in all at most; how much of it is used follows the network ({@link
   *     AdaptiveRate})
   * @param queriesPerAddress sent to one address, per second
   * @param packetsPerAddress queries answered to one address, per second; the rest is ignored
   * @param verificationsPerSecond signatures checked for strangers; each costs a millisecond
   * @param shortestStall how long a query waits at least before another is sent beside it; with 10
   *     s nothing ever stalls, which is the fixed timeout that the adaptive one is measured against
   */
  public record Pace(
      int queriesPerSecond,
      double queriesPerAddress,
      double packetsPerAddress,
      int verificationsPerSecond,
      Duration shortestStall) {
    private static final double UNLIMITED = 1e9;

    static final Pace POLITE =
        new Pace(2_000, PerAddressLimit.DEFAULT_RATE, 20, 100, RoundTripTimes.SHORTEST_STALL);
    static final Pace FAST =
        new Pace(100_000, UNLIMITED, UNLIMITED, 1_000, RoundTripTimes.SHORTEST_STALL);
  }

  /** A polite node on the Internet. */
  public static final MainlineSettings PUBLIC =
      new MainlineSettings(
          false,
          false,
          TablePolicy.PUBLIC,
          LookupSettings.PUBLIC,
          PeerStore.Limits.DEFAULT,
          StoredItems.Limits.DEFAULT,
          Room.USUAL,
          Pace.POLITE);

  /** For networks of our own, where many nodes share few addresses and nobody needs protection. */
  public static final MainlineSettings PRIVATE =
      new MainlineSettings(
          false,
          true,
          TablePolicy.PRIVATE,
          LookupSettings.PRIVATE,
          PeerStore.Limits.DEFAULT,
          StoredItems.Limits.DEFAULT,
          Room.USUAL,
          Pace.FAST);

  public MainlineSettings asReadOnly() {
    return new MainlineSettings(true, anyAddress, table, lookup, peers, items, room, pace);
  }

  public MainlineSettings withLookup(LookupSettings wanted) {
    return new MainlineSettings(readOnly, anyAddress, table, wanted, peers, items, room, pace);
  }

  /** With 0, lookups learn nothing from each other. */
  public MainlineSettings withCachedNodes(int cachedNodes) {
    return with(new Room(room.lookups(), room.lookupQueue(), cachedNodes, room.remembered()));
  }

  public MainlineSettings withLookups(int atOnce) {
    return with(new Room(atOnce, room.lookupQueue(), room.cachedNodes(), room.remembered()));
  }

  private MainlineSettings with(Room wanted) {
    return new MainlineSettings(readOnly, anyAddress, table, lookup, peers, items, wanted, pace);
  }

  public MainlineSettings withShortestStall(Duration shortestStall) {
    return with(
        new Pace(
            pace.queriesPerSecond(),
            pace.queriesPerAddress(),
            pace.packetsPerAddress(),
            pace.verificationsPerSecond(),
            shortestStall));
  }

  /** With at most so many queries a second, and politely to each one node even among ourselves. */
  public MainlineSettings withQueriesPerSecond(int most) {
    return with(
        new Pace(
            most,
            Math.min(pace.queriesPerAddress(), Pace.POLITE.queriesPerAddress()),
            pace.packetsPerAddress(),
            pace.verificationsPerSecond(),
            pace.shortestStall()));
  }

  private MainlineSettings with(Pace wanted) {
    return new MainlineSettings(readOnly, anyAddress, table, lookup, peers, items, room, wanted);
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
        new Room(room.lookups(), 1_000, 2_000, 1_024),
        pace);
  }
}
