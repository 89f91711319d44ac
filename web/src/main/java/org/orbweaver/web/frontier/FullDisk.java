package org.orbweaver.web.frontier;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A disk that takes no more, whoever noticed it: said with its place and what to do. */
public final class FullDisk {
  private static final int DEEPEST = 10;

  private FullDisk() {}

  /** The same, or, if the disk is full, with that said. */
  public static IOException told(IOException problem, Object place) {
    Throwable cause = problem;
    for (int i = 0; i < DEEPEST && cause != null; i++) {
      if (isFull(cause.getMessage())) {
        return new IOException(
            "the disk of %s is full: make room, and run it again; nothing is lost".formatted(place),
            problem);
      }
      cause = cause.getCause();
    }
    return problem;
  }

  private static boolean isFull(@Nullable String message) {
    return message != null && message.contains("No space left");
  }
}
