package org.orbweaver.lab.trust;

/**
 * What the attackers do. They know the rules and each other, defend each other as checkers and
 * jurors, hold their share of every role, and keep sealed numbers back where that helps them.
 */
public enum Strategy {
  /** Fetch nothing, and commit to made-up captures. */
  CLAIM(1, 0),
  /** Alter just over one capture in a hundred, anywhere. */
  ALTER_EVERYWHERE(0.0105, 0),
  /** Alter so few that most are never drawn: the most false pages that stand. */
  ALTER_RARELY(0.0005, 0),
  /** Alter one host's pages; when they are taken away, the next one's. */
  ALTER_ONE_HOST(0.002, 0),
  /** Alter more than one in a hundred, on fewer networks than exclude. */
  ALTER_FEW_HOSTS(0.0105, 0),
  /** Work, and accuse every honest peer whose captures they are drawn to check. */
  SLANDER(0, 0),
  /** Make everything up, vouch for each other, accuse the honest. */
  PRAISE_RING(1, 0),
  /** Work for thirty periods, then make everything up. */
  TRAITOR(1, 30),
  /** Alter everything, and come back under a new key at the first verdict. */
  WHITEWASH(1, 0),
  /** As many new keys, all of one network. */
  SYBILS_OF_ONE_NETWORK(1, 0),
  /** As many new keys, each of a network of its own; they earn places first. */
  SYBILS_OF_MANY_NETWORKS(1, 20),
  /** Alter just over one in a hundred, and spend all withheld numbers on what is checked. */
  GRIND_THE_DRAW(0.0105, 0),
  /** Own an origin for each attacker, and show chosen victims what nobody else is shown. */
  CLOAKING_ORIGIN(0, 0),
  /**
   * The same origins, but against twice as many victims as can be excluded: to have them relieved.
   */
  CLOAKING_THINLY(0, 0),
  /** Own an origin for each attacker, and edit its pages between fetch and check. */
  EDITING_ORIGIN(0, 0);

  /** Of its captures, so many are false. */
  final double lies;

  /** It behaves for so many periods. */
  final int after;

  Strategy(double lies, int after) {
    this.lies = lies;
    this.after = after;
  }

  boolean slanders() {
    return this == SLANDER || this == PRAISE_RING;
  }

  boolean begins() {
    return this == SYBILS_OF_ONE_NETWORK || this == SYBILS_OF_MANY_NETWORKS;
  }

  boolean ownsOrigins() {
    return this == CLOAKING_ORIGIN || this == CLOAKING_THINLY || this == EDITING_ORIGIN;
  }

  /** Whether its peers lie in more than one capture of a hundred. */
  boolean liesMuch() {
    return lies > 0.01;
  }
}
