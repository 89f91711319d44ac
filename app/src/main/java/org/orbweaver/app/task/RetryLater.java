package org.orbweaver.app.task;

/**
 * It cannot be done just now, mostly because somebody else fetches from that host; an ordinary
 * thing, so without a stack trace.
 */
public final class RetryLater extends Exception {
  private static final long serialVersionUID = 1;

  private final long waitNanos;

  public RetryLater(long waitNanos) {
    super("in use for another %d ms".formatted(waitNanos / 1_000_000), null, false, false);
    this.waitNanos = waitNanos;
  }

  /** After which it may be free. */
  public long waitNanos() {
    return waitNanos;
  }
}
