package org.orbweaver.app;

import java.nio.file.FileSystemException;
import java.util.Locale;

/** What an exception says to a person: one line, never a stack trace, never nothing. */
public final class Sentence {
  private Sentence() {}

  public static String of(Throwable problem) {
    String message = problem.getMessage();
    if (message == null || message.isBlank()) {
      return "unexpected " + name(problem) + " (set ORB_TRACE=1 to see where)";
    }
    String line = message.strip().replaceAll("\\s*\\R\\s*", "; ");
    // The platform's file errors name the file and nothing else ("orb.parquet").
    return problem instanceof FileSystemException ? name(problem) + ": " + line : line;
  }

  private static String name(Throwable problem) {
    return problem
        .getClass()
        .getSimpleName()
        .replaceAll("Exception$", "")
        .replaceAll("([a-z])([A-Z])", "$1 $2")
        .toLowerCase(Locale.ROOT);
  }
}
