package org.orbweaver.web.frontier;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.orbweaver.fetch.http.CheckedAddress;
import org.orbweaver.web.visit.Cause;
import org.orbweaver.web.visit.HostState;
import org.orbweaver.web.visit.Manners;

/**
 * A host in memory: a slice of its queue and its manners. Its fields are the frontier's, guarded by
 * the frontier's lock; what visits learn of it is apart.
 */
public final class ActiveHost {
  final long key;
  final String authority;
  private final HostState state;
  final Deque<Due> slice = new ArrayDeque<>();

  /** As of the last commit; written by the committer, without the lock. */
  volatile HostRecord record;

  /** The last entry read from disk. */
  long readUpTo;

  /** There may be entries on disk behind it. */
  boolean moreOnDisk = true;

  /** Finished pages that are not committed yet. */
  int uncommitted;

  /** Budget spent: what is left in the queue stays there. */
  boolean givenUp;

  /** Why nothing more can be had of it in this round; null while something can. */
  @Nullable Cause lost;

  long readyAt = Long.MIN_VALUE;
  @Nullable CheckedAddress address;
  Workbench.@Nullable Entry entry;

  /** A queued page, and when it was to be visited again if it was visited before. */
  record Due(QueuedPage page, @Nullable Revisit revisit) {}

  ActiveHost(long key, HostRecord record, Manners manners) {
    this(key, record, new HostState(manners));
  }

  private ActiveHost(long key, HostRecord record, HostState state) {
    this.key = key;
    this.authority = record.authority();
    this.record = record;
    this.readUpTo = record.done();
    this.state = state;
  }

  /** The same host with its queue read anew. */
  ActiveHost startingOver(HostRecord now) {
    ActiveHost again = new ActiveHost(key, now, state);
    again.readyAt = readyAt;
    again.address = address;
    return again;
  }

  /** Scheme, host and port. */
  public String authority() {
    return authority;
  }

  /** Where it was found; null until its name was looked up. */
  public @Nullable CheckedAddress address() {
    return address;
  }

  /** Why nothing more can be had of it in this round; null while something can. */
  public @Nullable Cause lost() {
    return lost;
  }

  /** What visits have learned of it. */
  public HostState state() {
    return state;
  }

  boolean exhausted() {
    return givenUp || slice.isEmpty() && !moreOnDisk;
  }
}
