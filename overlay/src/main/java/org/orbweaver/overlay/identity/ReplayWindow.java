package org.orbweaver.overlay.identity;

/**
 * Which numbers have been seen: the highest, and of the {@link #WIDTH} before it each (as in IPsec,
 * RFC 6479). Older ones are taken for seen. The window is wide because datagrams and bulk share one
 * count, and a datagram overtakes whatever waits on a line.
 */
final class ReplayWindow {
  static final int WIDTH = 4096;

  private final long[] seen = new long[WIDTH / Long.SIZE];
  private long highest = -1;

  /** The number near the highest seen whose lower 32 bits these are. */
  long whole(int low) {
    return highest + (low - (int) highest);
  }

  /** True the first time for a number that is not too old. */
  boolean admit(long number) {
    if (number < 0 || number <= highest - WIDTH) {
      return false;
    }
    if (number > highest) {
      long forget = Math.min(number - highest, WIDTH);
      for (long each = number - forget + 1; each <= number; each++) {
        seen[place(each)] &= ~bit(each);
      }
      highest = number;
    }
    boolean fresh = (seen[place(number)] & bit(number)) == 0;
    seen[place(number)] |= bit(number);
    return fresh;
  }

  private static int place(long number) {
    return (int) (number % WIDTH) / Long.SIZE;
  }

  private static long bit(long number) {
    return 1L << number % Long.SIZE;
  }
}
