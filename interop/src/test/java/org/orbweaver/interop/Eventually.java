package org.orbweaver.interop;

import java.time.Duration;

/** Real programs take their time: asserts again and again until it holds. */
final class Eventually {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private Eventually() {}

  interface Assertion {
    void check() throws Exception;
  }

  static void holds(Assertion assertion) throws Exception {
    holds(PATIENCE, assertion);
  }

  static void holds(Duration patience, Assertion assertion) throws Exception {
    long deadline = System.nanoTime() + patience.toNanos();
    while (true) {
      try {
        assertion.check();
        return;
      } catch (AssertionError e) {
        if (System.nanoTime() > deadline) {
          throw e;
        }
        Thread.sleep(100);
      }
    }
  }
}
