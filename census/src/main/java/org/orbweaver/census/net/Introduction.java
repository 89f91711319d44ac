package org.orbweaver.census.net;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.wire.PendingQueries;
import org.orbweaver.wire.RoundTripTimes;

/**
 * Asks the bootstrap nodes for first contacts, each up to three times. All that answer help: one
 * alone could show us a network of its own making.
 */
final class Introduction implements PendingQueries.Listener<Introduction.Try> {
  private static final int TRIES = 3;

  /** One question to one bootstrap node. */
  record Try(Endpoint node, int times) {}

  /** Sends a question under that transaction. */
  @FunctionalInterface
  interface Sender {
    void ask(Endpoint node, long transaction);
  }

  private final PendingQueries<Try> pending;
  private final Sender sender;
  private final Set<Endpoint> waiting = new HashSet<>();

  Introduction(RandomGenerator random, Sender sender) {
    this.pending = new PendingQueries<>(1 << 12, new RoundTripTimes(), random);
    this.sender = sender;
  }

  void begin(long now, List<Endpoint> nodes) {
    waiting.addAll(nodes);
    nodes.forEach(node -> ask(now, new Try(node, 1)));
  }

  private void ask(long now, Try question) {
    long transaction = pending.add(now, question.node(), question);
    if (transaction == PendingQueries.REFUSED) {
      waiting.remove(question.node());
    } else {
      sender.ask(question.node(), transaction);
    }
  }

  /** Whether that is the answer of a bootstrap node. */
  boolean isAnswer(long now, Endpoint from, long transaction) {
    boolean asked = pending.answer(now, from, transaction) != null;
    if (asked) {
      waiting.remove(from);
    }
    return asked;
  }

  /** Nobody is waited for any more. */
  boolean isOver() {
    return waiting.isEmpty();
  }

  void advance(long now) {
    pending.advance(now, this);
  }

  long nextDeadline() {
    return pending.nextDeadline();
  }

  @Override
  public void onStalled(long now, Endpoint asked, Try question) {
    if (!waiting.contains(asked)) {
      return;
    }
    if (question.times() < TRIES) {
      ask(now, new Try(asked, question.times() + 1));
    } else {
      waiting.remove(asked); // its answer may still come, but is not waited for
    }
  }

  @Override
  public void onExpired(long now, Endpoint asked, Try question) {}
}
