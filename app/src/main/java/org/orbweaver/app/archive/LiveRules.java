package org.orbweaver.app.archive;

import java.io.IOException;
import java.util.function.Supplier;
import org.orbweaver.archive.access.AccessRules;

/**
 * The rules of a data directory while a program runs on it: read when it starts, and again when it
 * is told to. Rules that cannot be read do not take the place of those that hold.
 */
public final class LiveRules implements Supplier<AccessRules> {
  private final Holdings holdings;
  private volatile AccessRules current;

  private LiveRules(Holdings holdings, AccessRules current) {
    this.holdings = holdings;
    this.current = current;
  }

  public static LiveRules of(Holdings holdings) throws IOException {
    return new LiveRules(holdings, holdings.access());
  }

  @Override
  public AccessRules get() {
    return current;
  }

  /** From now on what the files say. */
  public void readAgain() throws IOException {
    current = holdings.access();
  }
}
