package org.orbweaver.census.sweep;

import org.jspecify.annotations.Nullable;
import org.orbweaver.census.KnownNodes;
import org.orbweaver.census.Question;
import org.orbweaver.kademlia.Key;
import org.orbweaver.kademlia.Prefix;

/**
 * Asks every node that was not asked so far, and once more those that were silent. The question is
 * for the node's own ID: what it knows best, so even these packets complete the picture.
 */
final class RollCall {
  private static final int TRIES = 2;

  private final KnownNodes nodes;
  private final Prefix part;
  private int round;
  private int cursor;

  RollCall(KnownNodes nodes, Prefix part) {
    this.nodes = nodes;
    this.part = part;
  }

  /** The second round begins when everybody was asked: lost packets often come in bursts. */
  @Nullable Question next() {
    for (; round < TRIES; round++, cursor = 0) {
      for (; cursor < nodes.size(); cursor++) {
        if (nodes.timesAsked(cursor) <= round && !nodes.hasAnswered(cursor)) {
          Key id = nodes.id(cursor);
          if (part.contains(id)) {
            return new Question(cursor++, id);
          }
        }
      }
    }
    return null;
  }
}
