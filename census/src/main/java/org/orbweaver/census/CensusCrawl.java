package org.orbweaver.census;

import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Contact;

/**
 * One pass over a network: the nodes heard of, the strategy that decides whom to ask, and the
 * bookkeeping between them. Whoever drives it sends what {@link #next} returns and ends every
 * question with {@link #answered} or {@link #silent}; it is over when {@code next} returns null
 * while no question is open.
 *
 * <p>Deterministic: the same strategy, seed and answers in the same order give the same crawl.
 */
public final class CensusCrawl {
  private final KnownNodes nodes;
  private final CrawlStrategy strategy;
  private int told;
  private long packets;
  private long answers;
  private long repeated;
  private int open;

  public CensusCrawl(KnownNodes nodes, CrawlStrategy strategy) {
    this.nodes = nodes;
    this.strategy = strategy;
  }

  /** A place to start from, given by the user or met on the way; returns its number. */
  public int bootstrap(Contact contact, long now) {
    int node = nodes.hear(contact, now);
    tellStrategy();
    return node;
  }

  public @Nullable Question next() {
    Question question = strategy.next();
    if (question != null) {
      nodes.asked(question.node());
      packets++;
      open++;
    }
    return question;
  }

  /** The question was sent once more, because no answer came. */
  public void askedAgain(Question question) {
    nodes.askedAgain(question.node());
    packets++;
  }

  /**
   * The node answered with these contacts, whose numbers are those {@link KnownNodes#hear} gave.
   *
   * @param listed closest to the target first
   * @param version the four bytes of the client's version, 0 if it gave none
   */
  public void answered(
      Question question, long now, long roundTripNanos, int version, int[] listed, int count) {
    open--;
    answers++;
    repeated += count - (nodes.size() - told);
    tellStrategy();
    nodes.answered(question.node(), now, roundTripNanos, version);
    strategy.answered(question, listed, count);
  }

  /** No answer came, whatever was tried. */
  public void silent(Question question) {
    failed(question, ErrorClass.SILENT);
  }

  /** Nothing of use came back; to the strategy it is all the same why. */
  public void failed(Question question, ErrorClass error) {
    open--;
    nodes.silent(question.node(), error);
    strategy.silent(question);
  }

  private void tellStrategy() {
    while (told < nodes.size()) {
      strategy.discovered(told++);
    }
  }

  public KnownNodes nodes() {
    return nodes;
  }

  public Belief belief() {
    return strategy.belief();
  }

  /** See {@link CrawlStrategy#coverage}. */
  public double[] coverage(int parts) {
    return strategy.coverage(parts);
  }

  /** Questions sent so far: every one counts, those without an answer too. */
  public long packets() {
    return packets;
  }

  public long answers() {
    return answers;
  }

  /** How often an answer told of a node that was known already: the waste that Splider avoids. */
  public long repeatedCaptures() {
    return repeated;
  }

  /** Questions without an end so far. */
  public int open() {
    return open;
  }
}
