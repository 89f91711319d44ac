package org.orbweaver.web.frontier;

import org.jspecify.annotations.Nullable;

/**
 * A host that may be asked now, and what to ask for. Without a page, its name must be looked up
 * first.
 */
public final class HostTurn {
  private final ActiveHost host;
  private final ActiveHost.@Nullable Due due;

  HostTurn(ActiveHost host, ActiveHost.@Nullable Due due) {
    this.host = host;
    this.due = due;
  }

  public ActiveHost host() {
    return host;
  }

  public @Nullable QueuedPage page() {
    return due == null ? null : due.page();
  }

  ActiveHost.@Nullable Due due() {
    return due;
  }
}
