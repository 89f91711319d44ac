package org.orbweaver.wire;

import java.util.random.RandomGenerator;
import org.orbweaver.kademlia.Endpoint;

/**
 * How much any one address may be sent, whatever the number of its ports and nodes: libtorrent bans
 * an address for five minutes past 50 packets in 10 s, and a liar could aim us at a victim by
 * naming it in many replies. In IPv6 a host usually has a whole /64, which counts as one address.
 *
 * <p>Each address has one number, the time at which it will have been idle long enough to be
 * forgotten (the generic cell rate algorithm): a packet may go if that time is no more than {@code
 * burst − 1} intervals ahead, and moves it one interval on.
 *
 * <p>The table is bounded: a fixed number of groups of eight places, an address always in the same
 * group. A newcomer takes a place whose address could be forgotten, so nothing is lost; if all
 * eight are in use it is refused like one that has had its share. So the limit holds for every
 * address at any load, and a table that is too small shows as refusals.
 */
public final class PerAddressLimit {
  /** With a burst of {@link #DEFAULT_BURST}: at most 4 packets in any second, 32 in any 10 s. */
  public static final double DEFAULT_RATE = 3.0;

  public static final int DEFAULT_BURST = 2;

  private static final int GROUP = 8;

  private final long interval;
  private final long tolerance;
  private final long[] addresses;
  private final long[] idleAt;
  private final int groupMask;

  private final boolean countsPorts;

  /** Without it, an attacker who picks addresses could fill one group. */
  private final long salt;

  /**
   * @param addressesTracked how many addresses there is room for; rounded up to a power of two
   */
  public PerAddressLimit(
      double packetsPerSecond, int burst, int addressesTracked, RandomGenerator random) {
    this(packetsPerSecond, burst, addressesTracked, false, random);
  }

  /**
   * @param countsPorts whether every port of an address has a share of its own, as in test networks
   *     where many nodes live on one address
   */
  public PerAddressLimit(
      double packetsPerSecond,
      int burst,
      int addressesTracked,
      boolean countsPorts,
      RandomGenerator random) {
    if (!(packetsPerSecond > 0) || burst < 1 || addressesTracked < 1) {
      throw new IllegalArgumentException("rate, burst and number of addresses must be positive");
    }
    interval = (long) Math.ceil(1e9 / packetsPerSecond);
    tolerance = (burst - 1) * interval;
    int groups = Integer.highestOneBit(2 * Math.ceilDiv(addressesTracked, GROUP) - 1);
    addresses = new long[groups * GROUP];
    idleAt = new long[groups * GROUP];
    groupMask = groups - 1;
    this.countsPorts = countsPorts;
    salt = random.nextLong();
  }

  /** Takes leave to send one packet to that address now. */
  public boolean tryTake(long now, Endpoint to) {
    long host = to.isIpv4() ? to.low() : to.high();
    long address = countsPorts ? host ^ (long) to.port() << Integer.SIZE : host;
    int first = group(address) * GROUP;
    int idle = -1;
    for (int i = first; i < first + GROUP; i++) {
      if (addresses[i] == address) {
        return take(i, now);
      }
      if (idleAt[i] <= now) {
        idle = i;
      }
    }
    if (idle < 0) {
      return false;
    }
    addresses[idle] = address;
    idleAt[idle] = now + interval;
    return true;
  }

  private boolean take(int place, long now) {
    long from = Math.max(now, idleAt[place]);
    if (from - now > tolerance) {
      return false;
    }
    idleAt[place] = from + interval;
    return true;
  }

  private int group(long address) {
    long mixed = (address ^ salt) * 0x9E3779B97F4A7C15L;
    mixed = (mixed ^ mixed >>> 32) * 0xD6E8FEB86659FD93L;
    return (int) (mixed >>> 32) & groupMask;
  }
}
