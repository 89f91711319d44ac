package org.orbweaver.app.swarm;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.NodeLoop;
import org.orbweaver.app.task.Budgets;
import org.orbweaver.app.task.TaskRecords;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.membership.MembershipView;
import org.orbweaver.overlay.node.OverlayNode;
import org.orbweaver.udp.MonotonicClock;

/** What the swarm keeps, for threads that may wait for its answers. */
record SwarmLedger(NodeLoop<OverlayNode> loop) implements Budgets.Ledger, CrawlTallies.Swarm {
  private static final Duration FIND_PATIENCE = Duration.ofSeconds(20);
  private static final Duration STORE_PATIENCE = Duration.ofMinutes(1);

  /** Something a node is asked for, which it tells when it knows. */
  private interface Question {
    void put(OverlayNode node, Consumer<@Nullable Entry> answer);
  }

  @Override
  public @Nullable Entry find(EntryId id) {
    return ask((node, found) -> node.find(MonotonicClock.now(), id, found));
  }

  @Nullable Entry findPiece(EntryId id) {
    return ask(
        (node, found) ->
            node.findPiece(MonotonicClock.now(), id, (piece, with) -> found.accept(piece)));
  }

  /** Has the node ask the swarm; returns what it found, or null. */
  private @Nullable Entry ask(Question question) {
    try {
      return loop.<Optional<Entry>>ask(
              FIND_PATIENCE,
              (node, found) ->
                  question.put(node, entry -> found.complete(Optional.ofNullable(entry))))
          .orElse(null);
    } catch (IllegalStateException e) {
      return null; // the peer is too busy or ends
    }
  }

  @Override
  public void store(Entry entry) {
    store(entry, STORE_PATIENCE);
  }

  /**
   * Returns when it is on r disks.
   *
   * @throws IllegalStateException with a sentence, if that takes longer
   */
  void store(Entry entry, Duration patience) {
    loop.<Boolean>ask(
        patience,
        (node, kept) -> node.store(MonotonicClock.now(), entry, () -> kept.complete(true)));
  }

  TaskRecords records() {
    return new TaskRecords(this::find);
  }

  /** Who answers for which keys now. */
  @Override
  public MembershipView view() {
    return loop.look(node -> node.members().view());
  }
}
