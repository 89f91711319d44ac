package org.orbweaver.lab.overlay;

import java.time.Duration;

/**
 * How bad it gets.
 *
 * @param task how long the work on one page takes, in the mean
 * @param sealed whether peers shake hands, seal their messages and sign their results
 * @param trusting whether they vouch for their results and look at each other's
 * @param parting whether the network falls apart for a while, now and then
 * @param faultsPerStep chance of a misfortune every five seconds
 * @param chaos how long misfortunes go on
 * @param rounds how often every page is visited; the last round begins when misfortunes end
 * @param patience how long the swarm then has to finish
 */
public record ChaosOptions(
    int peers,
    int pages,
    int links,
    int copies,
    int slots,
    Duration task,
    double loss,
    double duplicated,
    boolean sealed,
    boolean trusting,
    boolean parting,
    double faultsPerStep,
    Duration chaos,
    int rounds,
    Duration patience) {
  public static final ChaosOptions DEFAULT =
      new ChaosOptions(
          12,
          3000,
          6,
          3,
          2,
          Duration.ofSeconds(4),
          0.02,
          0.02,
          true,
          false,
          true,
          0.25,
          Duration.ofMinutes(10),
          1,
          Duration.ofMinutes(60));

  /** The same but for what is said of the copy. */
  public Change change() {
    return new Change(this);
  }

  /** Options that are being thought of. */
  public static final class Change {
    private final ChaosOptions before;
    private int peers;
    private int pages;
    private int copies;
    private double loss;
    private boolean sealed;
    private boolean trusting;
    private boolean parting;
    private double faultsPerStep;
    private Duration chaos;
    private int rounds;

    private Change(ChaosOptions before) {
      this.before = before;
      this.peers = before.peers;
      this.pages = before.pages;
      this.copies = before.copies;
      this.loss = before.loss;
      this.sealed = before.sealed;
      this.trusting = before.trusting;
      this.parting = before.parting;
      this.faultsPerStep = before.faultsPerStep;
      this.chaos = before.chaos;
      this.rounds = before.rounds;
    }

    public Change peers(int value) {
      peers = value;
      return this;
    }

    public Change pages(int value) {
      pages = value;
      return this;
    }

    public Change copies(int value) {
      copies = value;
      return this;
    }

    public Change loss(double value) {
      loss = value;
      return this;
    }

    public Change sealed(boolean value) {
      sealed = value;
      return this;
    }

    public Change trusting(boolean value) {
      trusting = value;
      return this;
    }

    public Change parting(boolean value) {
      parting = value;
      return this;
    }

    public Change faultsPerStep(double value) {
      faultsPerStep = value;
      return this;
    }

    public Change chaos(Duration value) {
      chaos = value;
      return this;
    }

    public Change rounds(int value) {
      rounds = value;
      return this;
    }

    public ChaosOptions done() {
      return new ChaosOptions(
          peers,
          pages,
          before.links,
          copies,
          before.slots,
          before.task,
          loss,
          before.duplicated,
          sealed,
          trusting,
          parting,
          faultsPerStep,
          chaos,
          rounds,
          before.patience);
    }
  }
}
