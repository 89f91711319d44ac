package org.orbweaver.indexer.peer;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** What has come of fetching so far; may be read at any time from any thread. */
public final class FetchCounters {
  private final LongAdder obtained = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private final Map<PeerFailure, LongAdder> peers = new EnumMap<>(PeerFailure.class);

  FetchCounters() {
    for (PeerFailure failure : PeerFailure.values()) {
      peers.put(failure, new LongAdder());
    }
  }

  void count(MetadataOutcome outcome) {
    switch (outcome) {
      case MetadataOutcome.Obtained _ -> obtained.increment();
      case MetadataOutcome.Refused _ -> refused.increment();
      case MetadataOutcome.Failed _ -> failed.increment();
    }
  }

  void count(PeerFailure failure) {
    LongAdder adder = peers.get(failure);
    if (adder != null) {
      adder.increment();
    }
  }

  /** Torrents whose metadata came and was taken. */
  public long obtained() {
    return obtained.sum();
  }

  /** Torrents whose metadata came but was not taken. */
  public long refused() {
    return refused.sum();
  }

  /** Torrents given up. */
  public long failed() {
    return failed.sum();
  }

  /** Attempts that failed, by reason; one peer may have two, plain and encrypted. */
  public Map<PeerFailure, Long> failures() {
    Map<PeerFailure, Long> sums = new EnumMap<>(PeerFailure.class);
    peers.forEach((failure, adder) -> sums.put(failure, adder.sum()));
    return sums;
  }
}
