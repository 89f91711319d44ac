package org.orbweaver.overlay.drive;

/** Somebody else fetches from that host just now; an ordinary thing, so without a stack trace. */
public final class Busy extends Exception {
  private static final long serialVersionUID = 1;

  private final long waitNanos;

  Busy(long waitNanos) {
    super("in use for another %d ms".formatted(waitNanos / 1_000_000), null, false, false);
    this.waitNanos = waitNanos;
  }

  /** After which it may be free. */
  public long waitNanos() {
    return waitNanos;
  }
}
