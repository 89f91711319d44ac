package org.orbweaver.app.task;

/**
 * This peer's operator does not want it done here, and another is to do it; an ordinary thing, so
 * without a stack trace.
 */
public final class RefusedByRule extends Exception {
  private static final long serialVersionUID = 1;

  /**
   * @param because what people will be told
   */
  public RefusedByRule(String because) {
    super(because, null, false, false);
  }

  /** What people will be told. */
  public String because() {
    return String.valueOf(getMessage());
  }
}
