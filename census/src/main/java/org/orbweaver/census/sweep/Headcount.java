package org.orbweaver.census.sweep;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.orbweaver.census.KnownNodes;
import org.orbweaver.census.Question;

/**
 * Asks a random few of the nodes that the sweep heard of and never asked, or once and in vain.
 * {@link AnswerOdds} guesses how many of them answer, and was one to three percent too high; how
 * far a fair sample is from the same guess tells by how much, with a known error (a difference
 * estimator). 2,000 nodes tell the number of a million within a percent.
 *
 * <p>The question is for the node's own ID, so its answer also covers what the sweep wants covered.
 * Who is silent is asked once more: a lost packet is no dead node.
 */
final class Headcount {
  private static final int ROUNDS = 2;
  private static final int LEAST = 256;
  private static final int MOST = 2048;
  private static final double SHARE = 0.01;

  private final KnownNodes nodes;
  private final int[] sample;
  private final double[] odds;
  private int cursor;
  private int round;

  private Headcount(KnownNodes nodes, int[] sample, double[] odds) {
    this.nodes = nodes;
    this.sample = sample;
    this.odds = odds;
  }

  /** Draws the sample; what the odds say of each is taken now, before its answer changes them. */
  static Headcount among(KnownNodes nodes, Estimates estimates, RandomGenerator random) {
    int[] sample = new int[(int) Math.clamp(SHARE * nodes.size(), LEAST, MOST)];
    int guesses = 0;
    for (int node = 0; node < nodes.size(); node++) {
      if (estimates.isGuess(node)) {
        int place = guesses < sample.length ? guesses : random.nextInt(guesses + 1);
        if (place < sample.length) {
          sample[place] = node;
        }
        guesses++;
      }
    }
    int[] drawn = Arrays.copyOf(sample, Math.min(guesses, sample.length));
    double[] odds = new double[drawn.length];
    for (int i = 0; i < drawn.length; i++) {
      odds[i] = estimates.answers(drawn[i]);
    }
    return new Headcount(nodes, drawn, odds);
  }

  @Nullable Question next() {
    for (; round < ROUNDS; round++, cursor = 0) {
      while (cursor < sample.length) {
        int node = sample[cursor++];
        if (nodes.questions(node) <= round && !nodes.hasAnswered(node)) {
          return new Question(node, nodes.id(node));
        }
      }
    }
    return null;
  }

  /** How much likelier than the odds say nodes answer, on average; 0 before all were asked. */
  double bias() {
    double sum = 0;
    for (int i = 0; i < sample.length; i++) {
      sum += residual(i);
    }
    return isOver() && sample.length > 0 ? sum / sample.length : 0;
  }

  private boolean isOver() {
    return round == ROUNDS;
  }

  private double residual(int i) {
    return (nodes.hasAnswered(sample[i]) ? 1 : 0) - odds[i];
  }

  /** The standard error of the bias. */
  double error() {
    double bias = bias();
    double squares = 0;
    for (int i = 0; i < sample.length; i++) {
      double off = residual(i) - bias;
      squares += off * off;
    }
    int n = sample.length;
    return !isOver() ? Double.NaN : n < 2 ? 0 : Math.sqrt(squares / (n - 1) / n);
  }
}
