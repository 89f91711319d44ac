package org.orbweaver.app.task;

/** A task that cannot be done at all; an ordinary thing, so without a stack trace. */
public final class GivenUp extends Exception {
  private static final long serialVersionUID = 1;

  /**
   * @param because what people will be told
   */
  public GivenUp(String because) {
    super(because, null, false, false);
  }

  /** What people will be told. */
  public String because() {
    return String.valueOf(getMessage());
  }
}
