package org.orbweaver.mainline;

import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.orbweaver.kademlia.Key;
import org.orbweaver.kademlia.NetworkSizeEstimate;

/** Looks up random keys and estimates from what it finds how many nodes there are. */
final class SizeSurvey {
  private final Consumer<NetworkSizeEstimate> listener;
  private NetworkSizeEstimate estimate = NetworkSizeEstimate.NONE;
  private int open = 1;

  SizeSurvey(Consumer<NetworkSizeEstimate> listener) {
    this.listener = listener;
  }

  /** False, and nothing is told, if not a single lookup could be submitted. */
  boolean start(long now, LookupSchedule schedule, int lookups, RandomGenerator random) {
    boolean any = false;
    for (int i = 0; i < lookups; i++) {
      open++;
      if (!schedule.submit(now, new NodeSearch(Key.random(random), this::add))) {
        open--;
        break;
      }
      any = true;
    }
    if (any) {
      close();
    }
    return any;
  }

  private void add(LookupResult result) {
    estimate = estimate.plus(result.target(), result.closest());
    close();
  }

  private void close() {
    open--;
    if (open == 0) {
      listener.accept(estimate);
    }
  }
}
