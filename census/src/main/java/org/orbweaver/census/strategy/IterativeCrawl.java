package org.orbweaver.census.strategy;

import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.orbweaver.census.Belief;
import org.orbweaver.census.CensusOptions;
import org.orbweaver.census.CrawlStrategy;
import org.orbweaver.census.KnownNodes;
import org.orbweaver.census.Question;
import org.orbweaver.kademlia.Prefix;

/**
 * Splider's rival, after Blizzard: breadth first, four random targets for each node heard of. A
 * node that does not answer the first is not asked again. It knows no goal but to have asked
 * everybody.
 */
final class IterativeCrawl implements CrawlStrategy {
  private static final int TARGETS = 4;

  private final KnownNodes nodes;
  private final Prefix part;
  private final RandomGenerator random;

  /** Nodes that answered their first question; each answer makes one entry, TARGETS − 1 packets. */
  private final IntQueue answering = new IntQueue();

  private int known;
  private int asked;
  private int repeats;

  IterativeCrawl(KnownNodes nodes, CensusOptions options, RandomGenerator random) {
    this.nodes = nodes;
    this.part = options.part();
    this.random = random;
  }

  @Override
  public void discovered(int node) {
    known++;
  }

  @Override
  public @Nullable Question next() {
    if (!answering.isEmpty()) {
      int node = answering.peek();
      if (++repeats == TARGETS - 1) {
        answering.remove();
        repeats = 0;
      }
      return ask(node);
    }
    return asked < known ? ask(asked++) : null;
  }

  private Question ask(int node) {
    return new Question(node, part.randomKey(random));
  }

  @Override
  public void answered(Question question, int[] listed, int count) {
    if (nodes.questions(question.node()) == 1) {
      answering.add(question.node());
    }
  }

  @Override
  public void silent(Question question) {}

  @Override
  public Belief belief() {
    return Belief.NONE;
  }
}
