package org.orbweaver.spark;

/** The first line of what Spark says, without its codes. */
final class SparkProblem {
  private SparkProblem() {}

  static String reason(Throwable problem) {
    String message = String.valueOf(problem.getMessage()).strip();
    return message
        .lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .findFirst()
        .orElse(problem.getClass().getSimpleName())
        .replaceFirst("^\\[[A-Z_.]+\\] ", "")
        .replaceFirst("\\s*SQLSTATE: \\w+.*$", "")
        .replaceFirst("\\.$", "");
  }
}
