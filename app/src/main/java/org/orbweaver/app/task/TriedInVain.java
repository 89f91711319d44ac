package org.orbweaver.app.task;

/** A task failed, but may succeed another time; an ordinary thing, so without a stack trace. */
public final class TriedInVain extends Exception {
  private static final long serialVersionUID = 1;

  private final long waitNanos;

  /**
   * @param because what people will be told
   */
  public TriedInVain(long waitNanos, String because) {
    super(because, null, false, false);
    this.waitNanos = waitNanos;
  }

  /** Before which trying again is of no use. */
  public long waitNanos() {
    return waitNanos;
  }

  /** What people will be told. */
  public String because() {
    return String.valueOf(getMessage());
  }
}
