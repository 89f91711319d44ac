package org.orbweaver.app.task;

import org.jspecify.annotations.Nullable;
import org.orbweaver.archive.access.Act;
import org.orbweaver.archive.access.RuleSubject;

/** What a peer's operator does not want done on this machine. */
@FunctionalInterface
public interface Refusals {
  /** Why it is not; null if it may be. What is refused is counted. */
  @Nullable String of(Act act, RuleSubject page);
}
