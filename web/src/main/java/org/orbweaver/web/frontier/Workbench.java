package org.orbweaver.web.frontier;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * BUbiNG's workbench: addresses ordered by when the first of their hosts may be asked again. Its
 * head is ready if and only if anything is. Taking a host takes its whole address off the bench
 * until it is put back, so there is never more than one request at an address. No clock, no
 * threads, no lock of its own.
 *
 * <p>Bounded by the frontier's number of active hosts; an address without hosts is remembered until
 * its pause is over.
 */
final class Workbench {
  private static final int SWEEP_EVERY = 4_096;

  /** One address, or one host whose address is not known yet. */
  static final class Entry {
    private final PriorityQueue<ActiveHost> hosts =
        new PriorityQueue<>(Comparator.comparingLong(host -> host.readyAt));
    private long readyAt = Long.MIN_VALUE;
    private boolean taken;

    /** Stable while the entry is on the bench. */
    private long ready() {
      ActiveHost first = hosts.peek();
      return first == null ? Long.MAX_VALUE : Math.max(readyAt, first.readyAt);
    }
  }

  private final PriorityQueue<Entry> bench =
      new PriorityQueue<>(Comparator.comparingLong(Entry::ready));
  private final Map<Object, Entry> entries = new HashMap<>();
  private long addressDelay;
  private int releases;

  Workbench(long addressDelay) {
    this.addressDelay = addressDelay;
  }

  /** Takes all hosts off; addresses keep their pauses. */
  void clear() {
    bench.clear();
    entries.keySet().removeIf(ActiveHost.class::isInstance);
    for (Entry entry : entries.values()) {
      entry.hosts.clear();
      entry.taken = false;
    }
  }

  /** From now on addresses have this pause. */
  void pauseFor(long nanos) {
    addressDelay = nanos;
  }

  /** When the next host may be taken; for ever later if there is none. */
  long nextReady() {
    Entry head = bench.peek();
    return head == null ? Long.MAX_VALUE : head.ready();
  }

  /** The host that has been ready longest, with its address; null if none is ready. */
  @Nullable ActiveHost take(long now) {
    Entry head = bench.peek();
    if (head == null || head.ready() > now) {
      return null;
    }
    bench.remove();
    head.taken = true;
    ActiveHost host = head.hosts.remove();
    host.entry = head;
    return host;
  }

  /** Frees the address of a taken host, which was not asked for anything. */
  void release(ActiveHost host) {
    free(host, Long.MIN_VALUE);
  }

  /** Frees the address of a taken host after a pause; the host must be added again. */
  void releaseAfterRequest(ActiveHost host, long now) {
    free(host, now + addressDelay);
    if (++releases % SWEEP_EVERY == 0) {
      entries.values().removeIf(each -> !each.taken && each.hosts.isEmpty() && each.readyAt <= now);
    }
  }

  private void free(ActiveHost host, long addressReadyAt) {
    Entry entry = host.entry;
    if (entry == null) {
      throw new IllegalStateException(host.authority + " was not taken");
    }
    host.entry = null;
    entry.taken = false;
    entry.readyAt = Math.max(entry.readyAt, addressReadyAt);
    if (!entry.hosts.isEmpty()) {
      bench.add(entry);
    }
  }

  void add(ActiveHost host) {
    Object key = host.address == null ? host : host.address;
    Entry entry = entries.computeIfAbsent(key, absent -> new Entry());
    boolean onBench = !entry.taken && !entry.hosts.isEmpty();
    boolean moves = onBench && Math.max(entry.readyAt, host.readyAt) < entry.ready();
    if (moves) {
      bench.remove(entry);
    }
    entry.hosts.add(host);
    if (moves || !onBench && !entry.taken) {
      bench.add(entry);
    }
  }

  /** A host's name is known: its placeholder is not needed any more. */
  void forgetPlaceholder(ActiveHost host) {
    entries.remove(host);
  }
}
