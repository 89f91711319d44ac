package org.orbweaver.lab.node;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Key;
import org.orbweaver.mainline.LookupResult;

/** Many find_node lookups of one node, a fixed number of them under way at any time. */
final class LookupSeries {
  private final NodeInWorld place;
  private final Deque<Key> targets;
  private final int wanted;
  private final List<LookupResult> results = new ArrayList<>();
  private int exact;

  private LookupSeries(NodeInWorld place, List<Key> targets) {
    this.place = place;
    this.targets = new ArrayDeque<>(targets);
    this.wanted = targets.size();
  }

  static LookupOutcome run(NodeInWorld place, List<Key> targets, int atOnce) {
    LookupSeries series = new LookupSeries(place, targets);
    for (int i = 0; i < atOnce; i++) {
      series.startNext(place.clock().now());
    }
    while (series.results.size() < series.wanted && place.clock().step()) {
      // each event brings the lookups a little further
    }
    return series.outcome();
  }

  /** As an event of its own, since lookups end within a packet's or a timer's handling. */
  private void startNext(long time) {
    place.clock().at(time, now -> place.network().execute(place.node(), () -> start(now)));
  }

  private void start(long now) {
    Key target = targets.pollFirst();
    if (target != null && !place.client().findNode(now, target, this::ended)) {
      throw new IllegalStateException("the node refuses a lookup");
    }
  }

  private void ended(LookupResult result) {
    List<Key> found = result.closest().stream().map(Contact::id).toList();
    exact += found.equals(place.closestLive(result.target())) ? 1 : 0;
    results.add(result);
    startNext(place.clock().now());
  }

  private LookupOutcome outcome() {
    double[] seconds =
        results.stream().mapToDouble(result -> result.time().toNanos() / 1e9).sorted().toArray();
    return new LookupOutcome(
        (double) exact / wanted,
        results.stream().mapToInt(LookupResult::queries).average().orElse(0),
        seconds[wanted / 2],
        seconds[wanted * 9 / 10]);
  }
}
