package org.orbweaver.wire;

/**
 * The total rate limit: so many packets a second in the long run, and at most a burst at once.
 *
 * <p>Integer arithmetic in billionths of a packet, so that neither rounding nor the size of the
 * clock lets the rate drift.
 */
public final class TokenBucket {
  private static final long PACKET = 1_000_000_000L;

  private long rate;
  private final long burst;
  private long credit;
  private long lastTime;

  /**
   * Starts full.
   *
   * @param packetsPerSecond also the billionths of a packet earned in a nanosecond
   * @param burst packets
   */
  public TokenBucket(int packetsPerSecond, int burst, long now) {
    if (packetsPerSecond < 1 || burst < 1) {
      throw new IllegalArgumentException(
          "rate and burst must be positive, not " + packetsPerSecond + " and " + burst);
    }
    this.rate = packetsPerSecond;
    this.burst = burst * PACKET;
    credit = this.burst;
    lastTime = now;
  }

  /** Takes leave to send one packet now. */
  public boolean tryTake(long now) {
    refill(now);
    if (credit < PACKET) {
      return false;
    }
    credit -= PACKET;
    return true;
  }

  /** The first moment, not before {@code now}, at which {@link #tryTake} would succeed. */
  public long nextAvailable(long now) {
    refill(now);
    return credit >= PACKET ? now : now + Math.ceilDiv(PACKET - credit, rate);
  }

  /** From now on so many packets are earned in a second; the burst stays as it is. */
  public void earn(long now, int packetsPerSecond) {
    refill(now);
    rate = packetsPerSecond;
  }

  private void refill(long now) {
    long elapsed = now - lastTime;
    if (elapsed > 0) {
      boolean full = elapsed >= Math.ceilDiv(burst - credit, rate);
      credit = full ? burst : credit + elapsed * rate;
      lastTime = now;
    }
  }
}
