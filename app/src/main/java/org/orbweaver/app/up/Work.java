package org.orbweaver.app.up;

import java.io.IOException;

/** A job that runs. */
public interface Work extends AutoCloseable {
  /** How it goes, in a few words for a person. */
  String sentence();

  /** Whether it still does what it was started for. */
  default boolean isAlive() {
    return true;
  }

  @Override
  void close() throws IOException;
}
