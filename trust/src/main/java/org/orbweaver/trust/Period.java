package org.orbweaver.trust;

/**
 * A day by universal time. Work is committed to, checked and judged period by period, so that all
 * peers close the same books.
 */
public record Period(int number) implements Comparable<Period> {
  public static final long NANOS = 86_400L * 1_000_000_000L;

  /** For so long a testimony counts: old sins and old merits fade, and there is a way back. */
  public static final int TESTIMONY_LASTS = 100;

  /** A proof stays true, but its subject may have sold, lost or mended its machine. */
  public static final int PROOF_LASTS = 400;

  /** The one that holds a time in nanoseconds since 1970. */
  public static Period of(long nanos) {
    return of(nanos, NANOS);
  }

  /** The same where a swarm has agreed on periods of another length. */
  public static Period of(long nanos, long length) {
    return new Period((int) Math.floorDiv(nanos, length));
  }

  public Period plus(int periods) {
    return new Period(number + periods);
  }

  /** How many periods after the other this one is. */
  public int since(Period other) {
    return number - other.number;
  }

  @Override
  public int compareTo(Period other) {
    return Integer.compare(number, other.number);
  }
}
