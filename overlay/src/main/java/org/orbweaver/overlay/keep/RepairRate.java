package org.orbweaver.overlay.keep;

import org.orbweaver.wire.PacketHandler;

/**
 * How fast a peer sends what others have lost. Copies of something new are no repair and do not
 * wait. A transfer may begin as soon as the one before has been paid for.
 */
public final class RepairRate {
  /** 20 Mbit/s. The thesis reckons with 150 kbit/s (§6.1.2), of the home lines of 2002. */
  public static final long USUAL = 2_500_000;

  private static final double SECOND = 1e9;

  private final long bytesPerSecond;
  private long freeAt = Long.MIN_VALUE;

  /**
   * @param bytesPerSecond 0 for no limit
   */
  public RepairRate(long bytesPerSecond) {
    this.bytesPerSecond = bytesPerSecond;
  }

  public boolean isFree(long now) {
    return now >= freeAt;
  }

  /** When the next transfer may begin. */
  public long freeAt() {
    return freeAt == Long.MIN_VALUE ? PacketHandler.NEVER : freeAt;
  }

  /** Sends so many bytes; returns when they will have been paid for. */
  public long spend(long now, long bytes) {
    if (bytesPerSecond > 0) {
      freeAt = Math.max(now, freeAt) + (long) (bytes * SECOND / bytesPerSecond);
    }
    return Math.max(now, freeAt);
  }
}
