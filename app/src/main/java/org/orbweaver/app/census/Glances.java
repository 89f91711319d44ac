package org.orbweaver.app.census;

import java.util.function.Supplier;

/**
 * When to look into a census that runs. A look takes a pass over all that is known, during which
 * nothing is received: it may cost a fiftieth of the time, and comes once a second at most.
 */
public final class Glances {
  private static final long OFTEN = 1_000_000_000L;
  private static final int SHARE = 50;

  private long next = System.nanoTime() + OFTEN;

  public boolean areDue() {
    return System.nanoTime() - next >= 0;
  }

  public <T> T take(Supplier<T> look) {
    long began = System.nanoTime();
    T seen = look.get();
    long ended = System.nanoTime();
    next = ended + Math.max(OFTEN, SHARE * (ended - began));
    return seen;
  }
}
