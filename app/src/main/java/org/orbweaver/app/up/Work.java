package org.orbweaver.app.up;

import java.io.IOException;

/** A job that runs. */
public interface Work extends AutoCloseable {
  /** How it goes, in a few words for a person. */
  String sentence();

  /**
   * Whether it still does what it was started for.
   *
   * @throws NotYet if it is to be started anew, though nothing is wrong
   */
  default boolean isAlive() throws NotYet {
    return true;
  }

  @Override
  void close() throws IOException;
}
