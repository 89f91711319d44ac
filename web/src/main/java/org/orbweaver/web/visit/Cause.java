package org.orbweaver.web.visit;

import java.io.IOException;
import org.orbweaver.fetch.http.FetchProblem;
import org.orbweaver.fetch.scope.Verdict;

/**
 * Why an address was not fetched.
 *
 * @param code Heritrix' status code for it, below zero
 * @param because for a person
 */
public record Cause(int code, String because) {
  public static final Cause FORBIDDEN = new Cause(-9998, "forbidden by robots.txt");
  public static final Cause NO_ROBOTS =
      new Cause(-61, "robots.txt could not be had, so nothing is allowed");
  public static final Cause FAILS_ALWAYS = new Cause(-8, "its host failed too often in a row");
  public static final Cause BUDGET = new Cause(-5003, "its host's budget of pages is spent");

  private static final int OURS = -5;

  /** Not asked for in its own turn, but captured all the same. */
  static final Cause RENDERED = new Cause(0, "it was captured with the page that needs it");

  static Cause of(FetchProblem problem) {
    int code =
        switch (problem) {
          case UNKNOWN_HOST -> -1;
          case NO_CONNECTION, PROXY, TLS -> -2;
          case DISCONNECTED -> -3;
          case TIMED_OUT -> -4;
          case HEADERS_TOO_LARGE, NOT_HTTP -> -404;
          case REFUSED_ADDRESS, REFUSED_PORT -> -5002;
          case NO_ROOM, NO_PROXY -> OURS;
        };
    return new Cause(code, problem.because());
  }

  /** No robots.txt, and why not. */
  static Cause noRobots(FetchProblem problem) {
    Cause cause = of(problem);
    if (cause.isOurs()) {
      return cause;
    }
    return new Cause(
        NO_ROBOTS.code,
        "robots.txt could not be had (" + problem.because() + "), so nothing is allowed");
  }

  /**
   * What nobody foresaw, in our own code: the kind of the failure and where it happened, but not
   * its message, which may hold anything that a server sent.
   */
  static Cause ours(Throwable mishap) {
    if (mishap instanceof OutOfMemoryError) {
      return new Cause(OURS, "the memory was used up while it was read (ORB_JAVA_OPTS=-Xmx…)");
    }
    String place = "an unknown place";
    for (StackTraceElement frame : mishap.getStackTrace()) {
      if (frame.getClassName().startsWith("org.orbweaver.")) {
        String type = frame.getClassName();
        place = type.substring(type.lastIndexOf('.') + 1) + ":" + frame.getLineNumber();
        break;
      }
    }
    return new Cause(
        OURS,
        "Orbweaver itself failed on it: " + mishap.getClass().getSimpleName() + " at " + place);
  }

  static Cause archiveFailed(IOException problem) {
    return new Cause(OURS, "the archive failed: " + problem.getMessage());
  }

  /** Neither its server nor a rule is to blame, but this program or this machine. */
  public boolean isOurs() {
    return code == OURS;
  }

  public static Cause of(Verdict rule) {
    int code =
        switch (rule) {
          case TRAP -> -4000;
          case TOO_DEEP -> -4001;
          case TOO_MANY_REDIRECTS, NESTED_TOO_DEEPLY, WITHIN_REQUISITE -> -4002;
          case EXCLUDED, NOT_INCLUDED, REFUSED_TYPE, NOFOLLOW -> -5001;
          default -> -5000;
        };
    return new Cause(code, rule.because());
  }

  /** Whether it could be had another time: not a rule's word, but a failure. */
  public boolean isFailure() {
    return code > -4000 && code != 0;
  }

  /** Of codes as they are logged: no answer, or one that says "not now". */
  public static boolean isFailure(int status) {
    return status < 0 && status > -4000 || status == 429 || status >= 500;
  }

  /** Of codes as they are logged: it was not asked for, because of a rule. */
  public static boolean isLeftOut(int status) {
    return status <= -4000;
  }
}
