package org.orbweaver.indexer.peer;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;

/**
 * The peers of one torrent, tried until one has given the metadata: the next is begun when one has
 * failed, or when those under way have had their head start and there are fewer than allowed.
 */
final class TorrentFetch {
  /** One peer's turn; runs in its own virtual thread and is interrupted when no longer needed. */
  @FunctionalInterface
  interface Attempt {
    Result at(Endpoint peer);
  }

  /** What one peer's turn gave: an outcome for the torrent, or why not, and other peers. */
  record Result(
      @Nullable MetadataOutcome outcome, PeerFailure failure, Collection<Endpoint> learned) {}

  private final FetchOptions options;
  private final Attempt attempt;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Queue<Endpoint> waiting = new ArrayDeque<>();
  private final Set<Endpoint> known = new HashSet<>();
  private final Set<Thread> active = new HashSet<>();
  private final List<PeerFailure> failures = new ArrayList<>();
  private @Nullable MetadataOutcome outcome;

  TorrentFetch(FetchOptions options, Collection<Endpoint> peers, Attempt attempt) {
    this.options = options;
    this.attempt = attempt;
    learn(peers);
  }

  /** Tries until there is an outcome, which it returns, or no peer or no time left: then null. */
  @Nullable MetadataOutcome run() throws InterruptedException {
    long last = System.nanoTime() + options.total().toNanos();
    lock.lock();
    try {
      long left = options.total().toNanos();
      while (outcome == null && left > 0) {
        if (active.size() < options.parallel() && !waiting.isEmpty()) {
          begin(waiting.remove());
          left = Math.min(left, options.head().toNanos());
        } else if (active.isEmpty()) {
          break;
        }
        long _ = changed.awaitNanos(left);
        left = last - System.nanoTime();
      }
      return outcome;
    } finally {
      active.forEach(Thread::interrupt);
      lock.unlock();
    }
  }

  /** Why each peer that was tried did not give it. */
  List<PeerFailure> failures() {
    lock.lock();
    try {
      return List.copyOf(failures);
    } finally {
      lock.unlock();
    }
  }

  private void begin(Endpoint peer) {
    Thread thread = Thread.ofVirtual().unstarted(() -> turn(peer));
    active.add(thread);
    thread.start();
  }

  private void turn(Endpoint peer) {
    Result result = new Result(null, PeerFailure.CANCELLED, List.of());
    try {
      result = attempt.at(peer);
    } finally {
      end(result);
    }
  }

  private void end(Result result) {
    lock.lock();
    try {
      active.remove(Thread.currentThread());
      if (result.outcome() == null) {
        failures.add(result.failure());
        learn(result.learned());
      } else if (outcome == null) {
        outcome = result.outcome();
      }
      changed.signal();
    } finally {
      lock.unlock();
    }
  }

  private void learn(Collection<Endpoint> peers) {
    for (Endpoint peer : peers) {
      if (known.size() < options.mostPeers() && known.add(peer)) {
        waiting.add(peer);
      }
    }
  }
}
